//! Reading of snapshots from bytes that nobody vouches for: never a panic, an error with its place, and never more memory
//! than a small multiple of the text.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use _core::snapshot::Snapshot;

/// Counts what is allocated in this process and how much it ever was.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed to the system's allocator as it came; the counters allocate nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: as for the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as for the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test at a time: the counters are those of the whole process.
static ALONE: Mutex<()> = Mutex::new(());

/// Bytes of memory a byte of text, at most, and what any text may cost.
const TIMES: usize = 20;
const BESIDES: usize = 64 * 1024;

/// Reads a text and answers whether it was a snapshot; the memory is checked.
fn read(text: &[u8]) -> bool {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let outcome = Snapshot::parse(text);
    let extra = PEAK.load(Ordering::Relaxed).saturating_sub(before);
    let shown = String::from_utf8_lossy(&text[..text.len().min(120)]);
    assert!(extra <= TIMES * text.len() + BESIDES, "{extra} bytes for a text of {}: {shown}", text.len());
    match outcome {
        Ok(snapshot) => snapshot.document().is_ok(),
        Err(refusal) => {
            let path = refusal.path();
            assert!(path.is_empty() || path.starts_with('/'), "{path}");
            assert!(!refusal.message().is_empty());
            false
        }
    }
}

const PARAMETER: &str =
    r#"{"originalName":"A","min":-1,"max":1.5,"quantized":false,"valueItems":["Off","On"],"value":0.25}"#;

fn parameters() -> String {
    format!(r#"{{"format":"cavi-device-parameters-v1","deviceClass":"Reverb","parameters":[{PARAMETER}]}}"#)
}

fn devices() -> String {
    let chain = format!(
        r#"{{"name":"Kick","mixer":{{"volume":0.85,"pan":null,"sends":[0.5],"mute":false,"solo":null}},"noteRouting":
        {{"inputNote":36,"outputNote":null}},"devices":[{{"name":"In","className":"Reverb","type":"audio_effect",
        "parameters":[{PARAMETER}]}}]}}"#
    );
    format!(
        r#"[{{"name":"Kit \u00e4","className":"DrumGroupDevice","type":"instrument","parameters":[{PARAMETER}],
        "chains":[{chain}],"returnChains":[],"drumPads":[{{"note":36,"mute":false,"solo":true}}]}}]"#
    )
}

fn chain() -> String {
    format!(
        r#"{{"format":"cavi-device-chain-v6","devices":{},"ownerMixer":{{"volume":0.5,"pan":0,"cueVolume":0.5,
        "crossfader":0,"outputChannelId":"1/2"}}}}"#,
        devices()
    )
}

fn track() -> String {
    format!(
        r#"{{"format":"cavi-track-state-v4","track":{{"name":"T","type":"midi","isGroup":true,"isGrouped":false,
        "groupTrackId":null}},"mixer":{{"volume":0.85,"pan":0,"mute":false,"solo":false,"sends":[{{"id":"send-0",
        "name":"A","value":0.5}}]}},"routing":{{"inputTypeId":"a","inputChannelId":null,"outputTypeId":"b",
        "outputChannelId":"c","monitoring":1}},"devices":{}}}"#,
        devices()
    )
}

fn group() -> String {
    let member = |place: usize| format!(r#"{{"sourceTrackId":"track-{place}","snapshot":{}}}"#, track());
    format!(r#"{{"format":"cavi-group-system-v1","tracks":[{},{}]}}"#, member(3), member(4))
}

fn examples() -> Vec<Vec<u8>> {
    [parameters(), chain(), track(), group()].map(String::into_bytes).into()
}

/// A small generator (`SplitMix64`), so that the run is the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit.max(1) as u64).unwrap_or(0)
    }
}

/// What damage puts into a text: pieces that mean something in JSON or in a snapshot, and raw bytes.
const PIECES: [&[u8]; 24] = [
    b"",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\"",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"-",
    b"1e999",
    b"9007199254740993",
    b"0.1e-400",
    b"null",
    b"true",
    b"\"devices\":",
    b"\"tracks\":[",
    b"cavi-group-system-v1",
    b"\xff",
    b"\x00",
    b"\xf0\x9f\x98\x80",
    b"[[[[[[[[",
];

fn damaged(random: &mut Random, text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=random.below(4) {
        let place = random.below(text.len() + 1);
        let end = (place + random.below(6)).min(text.len());
        match random.below(4) {
            0 => drop(text.splice(place..end, PIECES[random.below(PIECES.len())].iter().copied())),
            1 => drop(text.drain(place..end)),
            2 => text.truncate(place),
            _ => {
                let from = random.below(text.len() + 1);
                let piece = text[from..(from + random.below(60)).min(text.len())].to_vec();
                drop(text.splice(place..end, piece));
            }
        }
    }
    text
}

#[test]
fn the_examples_are_snapshots() {
    let _alone = ALONE.lock();
    for text in examples() {
        assert!(read(&text), "{}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn damaged_snapshots_of_every_family_are_read_or_refused_within_bounds() {
    let _alone = ALONE.lock();
    let (mut random, examples) = (Random(1), examples());
    let mut accepted = 0;
    for round in 0..20_000 {
        accepted += usize::from(read(&damaged(&mut random, &examples[round % examples.len()])));
    }
    assert!((10..19_000).contains(&accepted), "{accepted}");
}

#[test]
fn arbitrary_bytes_are_refused() {
    let _alone = ALONE.lock();
    let mut random = Random(2);
    for _ in 0..20_000 {
        let text: Vec<u8> = (0..random.below(80)).flat_map(|_| PIECES[random.below(PIECES.len())].to_vec()).collect();
        assert!(!read(&text));
        let text: Vec<u8> = (0..random.below(200)).map(|_| random.next().to_le_bytes()[0]).collect();
        assert!(!read(&text));
    }
}

fn many(begin: &str, item: &str, end: &str) -> Vec<u8> {
    let items = vec![item; 300_000 / item.len()];
    format!("{begin}{}{end}", items.join(",")).into_bytes()
}

#[test]
fn no_text_costs_more_than_a_small_multiple_of_its_length() {
    let _alone = ALONE.lock();
    let device = r#"{"format":"cavi-device-chain-v4","devices":[{"name":"","className":"","type":"","parameters":["#;
    let label = format!(r#"{device}{{"originalName":"","min":0,"max":0,"quantized":false,"value":0,"valueItems":["#);
    let rack = format!(r#"{device}],"chains":["#);
    let sends = r#"{"name":"","devices":[],"noteRouting":{"inputNote":null,"outputNote":null},"mixer":{"volume":null,
        "pan":null,"mute":null,"solo":null,"sends":["#;
    let chain = format!("{sends}]}}}}");
    let track = r#"{"format":"cavi-track-state-v1","track":{"name":"","type":"midi","isGroup":false},"devices":[],
        "routing":{"inputTypeId":null,"inputChannelId":null,"outputTypeId":null,"outputChannelId":null,
        "monitoring":null},"mixer":{"volume":0,"pan":0,"mute":false,"solo":false,"sends":["#;
    let accepted = [
        many(&label, r#""""#, "]}]}]}"),
        many(device, PARAMETER, "]}]}"),
        many(&rack, &chain, "]}]}"),
        many(&format!("{rack}{sends}"), "0", "]}}]}]}"),
        many(&format!(r#"{device}],"drumPads":["#), r#"{"note":1,"mute":false,"solo":false}"#, "]}]}"),
        many(
            r#"{"format":"cavi-device-chain-v1","devices":["#,
            r#"{"name":"","className":"","type":"","parameters":[]}"#,
            "]}",
        ),
        many(track, r#"{"id":"","name":"","value":0}"#, "]}}"),
        many(&label, r#""\u0001\u0002""#, "]}]}]}"),
    ];
    for text in accepted {
        assert!(read(&text), "{}", String::from_utf8_lossy(&text[..400]));
    }
    let long = "\u{200b}".repeat(100_000);
    for text in [
        format!(r#"{{"format":"{long}","devices":[]}}"#),
        format!(r#"{{"{long}":1}}"#),
        format!(r#"{{"format":"cavi-device-chain-v1","{long}":1,"devices":[]}}"#),
        "[".repeat(300_000),
        r#"{"tracks":[{"snapshot":"#.repeat(20_000),
        r#"{"format":"cavi-device-chain-v2","devices":[{"chains":[{"devices":[{"chains":[{"#.repeat(4000),
    ] {
        assert!(!read(text.as_bytes()));
    }
}
