"""The reference files by name, so that every test over them is a list that can be seen."""

from __future__ import annotations

SETS = (
    "live08_set_automation.als",
    "live09_set_full_song.als",
    "live10_set_group_m4l.als",
    "live10_set_locators_unicode.als",
    "live10_set_tempo_automation_dense.als",
    "live11_set_midi_heavy.als",
    "live11_set_m4l_plain_xml.als",
    "live11_set_large.als",
    "live12_set_template.als",
    "live12_set_tempo_automation.als",
    "live12_set_large.als",
    "live12_set_arrangement_takes.als",
)
PRESETS = (
    "live11_rack_nested_m4l.adg",
    "live11_device_operator.adv",
    "live12_rack_drum_32_pads.adg",
    "live12_device_simpler.adv",
)
