"""Small Live files with what no saved file at hand has, each written by the format's description: frozen and soloed
tracks, groups in groups, curves, clip envelopes, expression, deep racks and every kind of rack preset."""

from __future__ import annotations

from sim.files.small_files import (
    EMPTY_EVENTS,
    chain,
    choice,
    device,
    key_track,
    live_file,
    midi_clip,
    number,
    rack,
    scene,
    send,
    slots,
    small_set,
    switch,
    track,
)

CURVED = ' CurveControl1X="0.5" CurveControl1Y="0" CurveControl2X="0.5" CurveControl2Y="1"'
RESTING = '<FloatEvent Time="-63072000" Value="1"/>'


def events(*points: str) -> str:
    """A list of float events, the resting one first; each point is the attributes of one event."""
    return f"<Events>{RESTING}{''.join(f'<FloatEvent {point}/>' for point in points)}</Events>"


def envelopes(**targets: str) -> str:
    """A track's automation: `t7=events(...)` moves the parameter whose AutomationTarget is 7."""
    each = "".join(
        f'<AutomationEnvelope><EnvelopeTarget><PointeeId Value="{name.removeprefix("t")}"/></EnvelopeTarget>'
        f"<Automation>{points}</Automation></AutomationEnvelope>"
        for name, points in targets.items()
    )
    return f"<AutomationEnvelopes><Envelopes>{each}</Envelopes></AutomationEnvelopes>"


def clip_envelope(target: int) -> str:
    """An envelope of a clip, as Live 9 and newer store it."""
    points = events(f'Time="1" Value="0.5"{CURVED}', 'Time="2" Value="1"')
    return (
        f'<ClipEnvelope><EnvelopeTarget><PointeeId Value="{target}"/></EnvelopeTarget><Automation>{points}'
        "</Automation></ClipEnvelope>"
    )


def with_envelopes(clip: str, *targets: int) -> str:
    """A clip with envelopes."""
    inside = "".join(map(clip_envelope, targets))
    return clip.replace("<Notes>", f"<Envelopes><Envelopes>{inside}</Envelopes></Envelopes><Notes>")


def soloed(text: str) -> str:
    """A track whose solo is on."""
    return text.replace("<SoloSink Value='false'/>", "<SoloSink Value='true'/>")


def midi_chain(devices: str, name: str = "Layer") -> str:
    """A chain of a MIDI effect rack: its mixer has a switch and no audio."""
    text = chain("MidiEffectBranch", devices, name=name).replace("AnyDeviceChain", "MidiToMidiDeviceChain")
    return text[: text.index("<Volume>")] + text[text.index("<SendInfos/>") :]


def deep_racks(depth: int) -> str:
    """Audio effect racks in each other, the innermost with a Saturator."""
    inner = device("Saturator", number("Drive", 0.25))
    for level in range(depth, 0, -1):
        inner = rack("AudioEffectGroupDevice", chain("AudioEffectBranch", inner, name=f"Level {level}"))
    return inner


def preset_mixer(volume: float, sends: str = "") -> str:
    """The mixer of a chain in a preset."""
    return (
        f"<MixerPreset><AbletonDevicePreset><Device><AudioBranchMixerDevice>{switch('On')}{switch('Speaker')}"
        f"{number('Volume', volume, 0.0003162277571, 1.99526238)}{number('Panorama', 0.5, -1, 1)}"
        f"<SendInfos>{sends}</SendInfos></AudioBranchMixerDevice></Device></AbletonDevicePreset></MixerPreset>"
    )


def preset_send(gain: float, index: int) -> str:
    """A send to a return chain."""
    parameter = number("Send", gain, 0.0003162277571, 1)
    return f'<AudioBranchSendInfo>{parameter}<Index Value="{index}"/></AudioBranchSendInfo>'


def chain_preset(tag: str, name: str, *devices: str, mixer: str = "", zone: str = "") -> str:
    """A chain of a preset; `devices` are device elements, or whole rack presets."""
    inside = "".join(
        one
        if one.startswith("<GroupDevicePreset>")
        else f"<AbletonDevicePreset><Device>{one}</Device></AbletonDevicePreset>"
        for one in devices
    )
    return (
        f'<{tag}><Name Value="{name}"/><DevicePresets>{inside}</DevicePresets>{mixer or preset_mixer(1)}'
        f'<ZoneSettings>{zone}</ZoneSettings><DocumentColorIndex Value="11"/></{tag}>'
    )


def rack_preset(tag: str, chains: str, returns: str = "") -> str:
    """A rack preset: its chains stand beside the rack."""
    return (
        f"<GroupDevicePreset><Device>{rack(tag)}</Device><BranchPresets>{chains}</BranchPresets>"
        f"<ReturnBranchPresets>{returns}</ReturnBranchPresets></GroupDevicePreset>"
    )


EXPRESSION = (
    "<PerNoteEventStore><EventLists><PerNoteEventList NoteId='1' CC='-2'><Events>"
    "<PerNoteEvent TimeOffset='0' Value='0'/><PerNoteEvent TimeOffset='0.5' Value='170'/></Events></PerNoteEventList>"
    "</EventLists></PerNoteEventStore>"
)
FOLLOW = (
    "<FollowAction><FollowTime Value='8'/><IsLinked Value='false'/><LoopIterations Value='2'/>"
    "<FollowActionA Value='4'/><FollowActionB Value='9'/><FollowChanceA Value='75'/><FollowChanceB Value='25'/>"
    "<JumpIndexA Value='1'/><JumpIndexB Value='3'/><FollowActionEnabled Value='true'/></FollowAction>"
)
TUNING = (
    "<TuningSystems><TuningSystem Id='0'><TuningSystemName Value='Five'/><NoteTunings>"
    + "".join(f"<NoteTuning Id='{step}'><Cents Value='{240.5 * step}'/></NoteTuning>" for step in range(5))
    + "</NoteTunings><NoteNames/><PseudoOctaveInCents Value='1202.5'/></TuningSystem></TuningSystems>"
)
CHANCES = key_track(
    60,
    'NoteId="1" Time="0" Duration="1" Velocity="90" VelocityDeviation="-12.5" Probability="0.25" OffVelocity="30"',
    'NoteId="2" Time="1" Duration="0.5" Velocity="100" IsEnabled="false"',
)
EXPRESSIVE_CLIP = midi_clip(CHANCES, extra=f"<Legato Value='true'/>{FOLLOW}").replace(
    "</KeyTracks>", f"</KeyTracks>{EXPRESSION}"
)
WALTZ = (
    "<TimeSignature><TimeSignatures><RemoteableTimeSignature><Numerator Value='6'/><Denominator Value='8'/>"
    "</RemoteableTimeSignature></TimeSignatures></TimeSignature>"
)
FROZEN = f"<Freeze Value='true'/>{EMPTY_EVENTS}"
FREEZER = (
    f"<FreezeSequencer>{slots(midi_clip(CHANCES))}<Sample><ArrangerAutomation><Events>{midi_clip(CHANCES)}</Events>"
    "</ArrangerAutomation></Sample></FreezeSequencer>"
)
REVERB = device("Reverb", number("DecayTime", 1200, 200, 60000, target=70) + choice("RoomType", 1, 3))
MIDI_RACK = rack(
    "MidiEffectGroupDevice",
    midi_chain(device("MidiPitcher", number("Pitch", 12, -128, 128)), "Octave") + midi_chain(device("MidiChord")),
)

RARE_SET = small_set(
    tracks=track("GroupTrack", 10, "Band")
    + track("GroupTrack", 11, "Rhythm", group=10)
    + track("GroupTrack", 12, "Kit", group=11)
    + track("AudioTrack", 13, "Overhead", group=12, sends=send(0.5))
    + soloed(
        track(
            "MidiTrack",
            20,
            "Keys",
            devices=MIDI_RACK + deep_racks(4) + REVERB,
            sequencer=slots(with_envelopes(EXPRESSIVE_CLIP, 7, 70, 99), midi_clip(extra=WALTZ)),
            extra=FROZEN,
        ).replace("<MainSequencer>", f"{FREEZER}<MainSequencer>")
    )
    + track(
        "AudioTrack",
        21,
        "Swell",
        devices=REVERB,
        extra=envelopes(
            t7=events(f'Time="0" Value="0.5"{CURVED}', 'Time="4" Value="1"'),
            t70=events('Time="8" Value="5000"'),
            t71='<Events><FloatEvent Time="-63072000" Value="1"/></Events>',
        ),
    )
    + track("MidiTrack", 22, "Stopped", extra=f"<SavedPlayingSlot Value='-2'/>{EMPTY_EVENTS}")
    + track("ReturnTrack", 30, "A-Space", sends=send(0)),
    scenes=scene(
        "Slow",
        '<Tempo Value="92.5"/><IsTempoEnabled Value="true"/><TimeSignatureId Value="299"/>'
        '<IsTimeSignatureEnabled Value="true"/>' + FOLLOW,
    )
    + scene("Plain", '<Tempo Value="92.5"/><IsTempoEnabled Value="false"/><TimeSignatureId Value="299"/>'),
    rest=TUNING,
)
INSTRUMENT_PRESET = live_file(
    rack_preset(
        "InstrumentGroupDevice",
        chain_preset(
            "InstrumentBranchPreset",
            "Bright",
            device("MidiPitcher", number("Pitch", 7, -128, 128)),
            device("Operator", number("Volume", 0.5)),
            zone='<KeyRange><Min Value="36"/><Max Value="72"/></KeyRange>',
        )
        + chain_preset(
            "InstrumentBranchPreset",
            "Nested",
            rack_preset("MidiEffectGroupDevice", chain_preset("MidiEffectBranchPreset", "Chords", device("MidiChord"))),
            device("OriginalSimpler", number("Gain", 0.5)),
            mixer=preset_mixer(0.5),
        ),
    )
)
DRUM_PRESET = live_file(
    rack_preset(
        "DrumGroupDevice",
        chain_preset(
            "DrumBranchPreset",
            "Kick",
            device("DrumCell", number("Voice_Gain", 0.5)),
            mixer=preset_mixer(1, preset_send(0.5, 1) + preset_send(0.0003162277571, 0)),
            zone='<ReceivingNote Value="92"/><SendingNote Value="60"/><ChokeGroup Value="1"/>',
        ),
        chain_preset("AudioEffectBranchPreset", "Room", device("Reverb"))
        + chain_preset("AudioEffectBranchPreset", "Echo", device("Delay")),
    )
)
