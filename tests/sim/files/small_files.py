"""Small Live files made of text, after the format's description: for what no saved file at hand has, and to damage."""

from __future__ import annotations

EMPTY_EVENTS = "<AutomationEnvelopes><Envelopes/></AutomationEnvelopes>"


def live_file(content: str, minor: str = "12.0_12300") -> bytes:
    """A whole file with this content under the root."""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    root = f'<Ableton MajorVersion="5" MinorVersion="{minor}" Creator="Ableton Live 12.3.2" Revision="">'
    return f"{head}{root}{content}</Ableton>".encode()


def switch(tag: str, on: bool = True, extra: str = "") -> str:
    """A boolean parameter."""
    return (
        f'<{tag}><Manual Value="{str(on).lower()}"/>{extra}'
        f'<MidiCCOnOffThresholds><Min Value="64"/><Max Value="127"/></MidiCCOnOffThresholds></{tag}>'
    )


def number(tag: str, value: float, low: float = 0, high: float = 1, extra: str = "", target: int = 0) -> str:
    """A numeric parameter; `extra` is for mappings."""
    return (
        f'<{tag}><Manual Value="{value}"/>{extra}'
        f'<MidiControllerRange><Min Value="{low}"/><Max Value="{high}"/></MidiControllerRange>'
        f'<AutomationTarget Id="{target}"/><ModulationTarget Id="0"/></{tag}>'
    )


def choice(tag: str, value: int, last: int | None = None) -> str:
    """An enum parameter, with its range as Live 12 writes it when `last` is given."""
    stated = f'<MidiControllerRange><Min Value="0"/><Max Value="{last}"/></MidiControllerRange>' if last else ""
    return f'<{tag}><Manual Value="{value}"/>{stated}<AutomationTarget Id="0"/></{tag}>'


def macro(index: int) -> str:
    """The mark of a parameter that a macro drives."""
    return f'<KeyMidi><Channel Value="16"/><NoteOrController Value="{index}"/></KeyMidi>'


def mixer(volume: float = 1, pan: float = 0, sends: str = "", extra: str = "") -> str:
    """The mixer of a track."""
    return (
        f"<Mixer>{switch('On')}<Sends>{sends}</Sends>{switch('Speaker')}<SoloSink Value='false'/>"
        f"{number('Pan', pan, -1, 1)}{number('Volume', volume, 0.0003162277571, 1.99526238, target=7)}"
        f"{choice('CrossFadeState', 1)}{extra}</Mixer>"
    )


def send(gain: float) -> str:
    """A send of a track."""
    return f"<TrackSendHolder>{number('Send', gain, 0.0003162277571, 1)}</TrackSendHolder>"


def track(
    tag: str,
    identity: int,
    name: str = "",
    *,
    group: int = -1,
    devices: str = "",
    sequencer: str = "",
    extra: str = "",
    sends: str = "",
    color: str = '<Color Value="5"/>',
    volume: float = 1,
) -> str:
    """A track; `sequencer` is the content of its main sequencer."""
    return (
        f'<{tag} Id="{identity}"><Name><EffectiveName Value="{name}"/><UserName Value="{name}"/></Name>{color}'
        f'<TrackGroupId Value="{group}"/><TrackUnfolded Value="true"/>{extra or EMPTY_EVENTS}'
        f"<DeviceChain>{mixer(volume, sends=sends)}<MainSequencer>{sequencer}</MainSequencer>"
        f"<DeviceChain><Devices>{devices}</Devices></DeviceChain></DeviceChain></{tag}>"
    )


def envelope(target: int, *, moving: bool = True) -> str:
    """The automation of a track: one envelope, which moves or only rests."""
    events = "<FloatEvent Time='-63072000' Value='1'/>" + "<FloatEvent Time='4' Value='0.5'/>" * moving
    return (
        f'<AutomationEnvelopes><Envelopes><AutomationEnvelope><EnvelopeTarget><PointeeId Value="{target}"/>'
        f"</EnvelopeTarget><Automation><Events>{events}</Events></Automation></AutomationEnvelope></Envelopes>"
        "</AutomationEnvelopes>"
    )


def main_track(tempo: float = 133, signature: int = 201) -> str:
    """The main track."""
    extra = (
        f'<Tempo><Manual Value="{tempo:g}"/></Tempo>{choice("TimeSignature", signature)}'
        f"{number('GlobalGrooveAmount', 100, 0, 131.25)}{number('CrossFade', 0, -1, 1)}"
    )
    return (
        f"<MainTrack><Name><EffectiveName Value='Main'/><UserName Value=''/></Name><DeviceChain>{mixer(extra=extra)}"
        f"<DeviceChain><Devices/></DeviceChain></DeviceChain></MainTrack>"
    )


def small_set(tracks: str = "", scenes: str = "", rest: str = "", minor: str = "12.0_12300", main: str = "") -> bytes:
    """A set with these tracks and scenes."""
    return live_file(
        f"<LiveSet><Tracks>{tracks}</Tracks>{main or main_track()}<Scenes>{scenes}</Scenes><Annotation/>{rest}"
        "</LiveSet>",
        minor,
    )


def scene(name: str = "", extra: str = "") -> str:
    """A scene of Live 11 or newer."""
    return f'<Scene><Name Value="{name}"/><Color Value="-1"/>{extra}</Scene>'


def slot(clip: str = "") -> str:
    """A clip slot."""
    return f"<ClipSlot><ClipSlot><Value>{clip}</Value></ClipSlot><HasStop Value='true'/></ClipSlot>"


def slots(*clips: str) -> str:
    """The slots of a sequencer."""
    return f"<ClipSlotList>{''.join(slot(clip) for clip in clips)}</ClipSlotList>"


def loop(start: float = 0, end: float = 4, *, on: bool = True, relative: float = 0, out: float = 4) -> str:
    """Braces and markers of a clip."""
    return (
        f'<Loop><LoopStart Value="{start}"/><LoopEnd Value="{end}"/><StartRelative Value="{relative}"/>'
        f'<LoopOn Value="{str(on).lower()}"/><OutMarker Value="{out}"/>'
        f'<HiddenLoopStart Value="1"/><HiddenLoopEnd Value="2"/></Loop>'
    )


def midi_clip(notes: str = "", *, time: float = 0, end: float = 4, extra: str = "", braces: str = "") -> str:
    """A MIDI clip; `notes` are key tracks."""
    return (
        f'<MidiClip Time="{time}"><CurrentStart Value="{time}"/><CurrentEnd Value="{end}"/>{braces or loop()}'
        f'<Name Value="Bass"/><Color Value="9"/>{extra}<Notes><KeyTracks>{notes}</KeyTracks></Notes></MidiClip>'
    )


def key_track(pitch: int, *notes: str) -> str:
    """The notes of one pitch, each the attributes of a MidiNoteEvent."""
    events = "".join(f"<MidiNoteEvent {note}/>" for note in notes)
    return f'<KeyTrack><Notes>{events}</Notes><MidiKey Value="{pitch}"/></KeyTrack>'


def audio_clip(extra: str = "", *, time: float = 0, end: float = 4, braces: str = "", warped: bool = True) -> str:
    """An audio clip of a sample that is nowhere."""
    return (
        f'<AudioClip Time="{time}"><CurrentStart Value="{time}"/><CurrentEnd Value="{end}"/>{braces or loop()}'
        f'<Name Value="Loop"/><Color Value="3"/><IsWarped Value="{str(warped).lower()}"/><WarpMode Value="4"/>'
        '<SampleRef><FileRef><RelativePath Value="Samples/Loop.wav"/><Path Value="/nowhere/Loop.wav"/></FileRef>'
        '<DefaultDuration Value="88200"/><DefaultSampleRate Value="44100"/></SampleRef>'
        f'<PitchCoarse Value="-3"/><PitchFine Value="12.5"/><SampleVolume Value="1"/>{extra}</AudioClip>'
    )


def rack(tag: str, chains: str = "", returns: str = "", macros: str = "", extra: str = "") -> str:
    """A rack with sixteen macros; `macros` are marks for the first of them."""
    controls = "".join(
        number(f"MacroControls.{index}", 10 * index, 0, 127, macros if index == 0 else "") for index in range(16)
    )
    names = "".join(f'<MacroDisplayNames.{index} Value="Macro {index + 1}"/>' for index in range(1, 16))
    return (
        f"<{tag}>{switch('On')}<Branches>{chains}</Branches><NumVisibleMacroControls Value='4'/>{controls}"
        f'<MacroDisplayNames.0 Value="Cutoff"/>{names}{number("ChainSelector", 0, 0, 127, extra)}'
        f"<ReturnBranches>{returns}</ReturnBranches></{tag}>"
    )


def chain(tag: str, devices: str = "", *, name: str = "Layer", note: int | None = None, mixer_extra: str = "") -> str:
    """A chain of a rack; `note` is the receiving note as stored, counted down from 128."""
    zone = (
        ""
        if note is None
        else f'<BranchInfo><ReceivingNote Value="{note}"/><SendingNote Value="60"/><ChokeGroup Value="2"/></BranchInfo>'
    )
    return (
        f'<{tag}><Name><EffectiveName Value="{name}"/></Name><DeviceChain><AnyDeviceChain><Devices>{devices}</Devices>'
        f"</AnyDeviceChain></DeviceChain><Color Value='7'/><IsSoloed Value='false'/><MixerDevice>{switch('On')}"
        f"{switch('Speaker')}{number('Volume', 1, 0.0003162277571, 1.99526238, mixer_extra)}"
        f"{number('Panorama', 0, -1, 1)}<SendInfos/></MixerDevice>{zone}</{tag}>"
    )


def device(tag: str, parameters: str = "", head: str = "") -> str:
    """A device with these parameters."""
    return f"<{tag}>{head}{switch('On')}{parameters}</{tag}>"


MAX_DEVICE = device(
    "MxDeviceMidiEffect",
    "<ParameterList><ParameterList>"
    '<MxDIntParameter><Name Value="Steps"/><MinValue Value="1"/><MaxValue Value="32"/><Default Value="8"/>'
    f"{number('Timeable', 16, 0, 1)}</MxDIntParameter>"
    '<MxDEnumParameter><Name Value="Direction"/><MinValue Value="0"/><MaxValue Value="2"/>'
    f"{choice('Timeable', 2)}<Names><Name><Name Value='Up'/></Name><Name><Name Value='Down'/></Name>"
    "<Name><Name Value='Random'/></Name></Names></MxDEnumParameter>"
    "</ParameterList></ParameterList>",
    '<PatchSlot><Value><MxPatchRef><FileRef><Path Value="/nowhere/Stepper.amxd"/></FileRef></MxPatchRef></Value>'
    "</PatchSlot>",
)
PLUGIN = device(
    "PluginDevice",
    "<ParameterList>"
    f'<PluginFloatParameter><ParameterName Value="Drive"/><ParameterId Value="0"/>'
    f"{number('ParameterValue', 0.25, 0.1, 0.5, macro(1))}"
    '<LastUserRange><First Value="0"/><Last Value="1"/></LastUserRange></PluginFloatParameter>'
    f'<PluginFloatParameter><ParameterName Value="Old"/><ParameterId Value="-1"/>'
    f"{number('ParameterValue', 0)}</PluginFloatParameter></ParameterList>",
    '<PluginDesc><VstPluginInfo><PlugName Value="Crusher"/><Category Value="1"/></VstPluginInfo></PluginDesc>',
)
DRUM_RACK = rack(
    "DrumGroupDevice",
    chain("DrumBranch", device("OriginalSimpler", number("Gain", 0.5)), name="Kick", note=92)
    + chain("DrumBranch", name="All", note=0),
    chain("ReturnBranch", device("Reverb", number("DecayTime", 1200, 200, 60000)), name="A Room"),
)
NESTED_RACK = rack(
    "InstrumentGroupDevice",
    chain(
        "InstrumentBranch",
        rack("AudioEffectGroupDevice", chain("AudioEffectBranch", PLUGIN), macros=macro(2)) + DRUM_RACK,
        mixer_extra=macro(3),
    ),
    extra=macro(5),
)
NOTES = key_track(36, 'Time="0" Duration="0.5" Velocity="100" IsEnabled="false"') + key_track(
    60, 'Time="1" Duration="0.25" Velocity="64.5" Probability="0.5" VelocityDeviation="-10"', 'Time="0.5" Duration="1"'
)
SMALL_SET = small_set(
    tracks=track("GroupTrack", 30, "Drums", extra=f"{EMPTY_EVENTS}<Slots><GroupTrackSlot/></Slots>")
    + track("GroupTrack", 31, "Inner", group=30)
    + track(
        "MidiTrack",
        32,
        "Bass",
        group=31,
        devices=MAX_DEVICE + NESTED_RACK,
        sequencer=slots(midi_clip(NOTES, extra='<GrooveSettings><GrooveId Value="4"/></GrooveSettings>'))
        + f"<ClipTimeable><ArrangerAutomation><Events>{midi_clip(NOTES, time=8, end=12)}</Events></ArrangerAutomation>"
        "</ClipTimeable><Recorder><IsArmed Value='true'/></Recorder><MonitoringEnum Value='0'/>",
        extra=f"{envelope(7)}<TakeLanes><TakeLanes><TakeLane><Name Value='Take 1'/>"
        f"<ClipAutomation><Events>{midi_clip(NOTES)}</Events></ClipAutomation></TakeLane></TakeLanes></TakeLanes>",
        sends=send(0.5),
    )
    + track(
        "AudioTrack",
        40,
        "Loops",
        sequencer=slots(audio_clip())
        + "<Sample><ArrangerAutomation><Events>"
        + audio_clip(time=2, end=3, warped=False, braces=loop(0.5, 2.5, on=False, out=2.5))
        + "</Events></ArrangerAutomation></Sample>",
        sends=send(1),
    )
    + track("ReturnTrack", 50, "A-Space", devices=device("Reverb"), sends=send(0)),
    scenes=scene("Intro", '<Tempo Value="90"/><IsTempoEnabled Value="true"/>') + scene(),
    rest='<Transport><LoopOn Value="true"/><LoopStart Value="8"/><LoopLength Value="4"/></Transport>'
    '<ScaleInformation><Root Value="2"/><Name Value="1"/></ScaleInformation><InKey Value="true"/>'
    '<Locators><Locators><Locator><Time Value="8"/><Name Value="Drop"/></Locator>'
    '<Locator><Time Value="4"/><Name Value=""/></Locator></Locators></Locators>'
    '<GroovePool><Grooves><Groove Id="4"><Name Value="Swing"/><Grid Value="3"/><TimingAmount Value="80"/></Groove>'
    "</Grooves></GroovePool>",
)
SMALL_RACK_PRESET = live_file(
    f"<GroupDevicePreset><Device>{rack('AudioEffectGroupDevice')}</Device><BranchPresets><AudioEffectBranchPreset>"
    f"<Name Value='Dirt'/><DevicePresets><AbletonDevicePreset><Device>{device('Saturator', number('Drive', 0.5))}"
    "</Device></AbletonDevicePreset></DevicePresets><MixerPreset><AbletonDevicePreset><Device>"
    f"<AudioBranchMixerDevice>{switch('On')}{switch('Speaker')}{number('Volume', 0.5, 0.0003, 1.995)}"
    f"{number('Panorama', 0, -1, 1)}</AudioBranchMixerDevice></Device></AbletonDevicePreset></MixerPreset>"
    "</AudioEffectBranchPreset></BranchPresets><ReturnBranchPresets/></GroupDevicePreset>"
)
