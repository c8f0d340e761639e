//! Numbers as ECMAScript prints them (RFC 8785, section 3.2.2.3).

use super::Sink;

/// The largest integer up to which every integer is a double of its own.
pub const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// Writes a finite double. `-0` is `0`, whole numbers have no point, exponents begin at 1e21 and below 1e-6.
#[inline]
pub fn write_double(sink: &mut Sink, value: f64) {
    match small(value) {
        Some(small) => small.write(sink),
        None => write_large_or_fraction(sink, value),
    }
}

/// Writes an integer that is exact as a double.
#[inline]
pub fn write_integer(sink: &mut Sink, value: i64) {
    match small_at(value.wrapping_sub(LEAST).cast_unsigned()) {
        Some(small) => small.write(sink),
        None => sink.bytes(itoa::Buffer::new().format(value).as_bytes()),
    }
}

/// The text of a double that is a small integer.
///
/// Adding 1.5 * 2^52 leaves a whole number in the last bits of the sum, which differ from those of the summand by that
/// number; taking it away again gives the value only where nothing was rounded. The bits of sums of larger values, infinities
/// and what is not a number differ by more than the table is long.
#[inline]
fn small(value: f64) -> Option<Small> {
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    let sum = value + SHIFT;
    let place = sum.to_bits().wrapping_sub(SHIFT.to_bits()).wrapping_sub(LEAST.cast_unsigned());
    #[allow(clippy::float_cmp)] // exact on purpose
    if sum - SHIFT == value { small_at(place) } else { None }
}

#[inline]
fn small_at(place: u64) -> Option<Small> {
    usize::try_from(place).ok().and_then(|place| SMALL.get(place).copied())
}

/// An integer ready to be written.
#[derive(Clone, Copy)]
struct Small {
    text: [u8; 4],
    length: u32,
}

/// The least of the integers that are ready, and how many are. Nearly all of a snapshot's whole numbers are among them.
const LEAST: i64 = -128;
const COUNT: usize = 1128;

static SMALL: [Small; COUNT] = {
    let mut table = [Small { text: [0; 4], length: 0 }; COUNT];
    let (mut place, mut value) = (0, LEAST);
    while place < COUNT {
        table[place] = Small::of(value);
        place += 1;
        value += 1;
    }
    table
};

impl Small {
    /// Of an integer of up to three digits.
    const fn of(value: i64) -> Self {
        let mut small = Self { text: [0; 4], length: 0 };
        if value < 0 {
            small = small.with(b'-');
        }
        let rest = value.unsigned_abs();
        let mut unit = 100;
        while unit > 0 {
            if rest >= unit || unit == 1 {
                #[allow(clippy::cast_possible_truncation)] // a single digit
                let digit = (rest / unit % 10) as u8;
                small = small.with(b'0' + digit);
            }
            unit /= 10;
        }
        small
    }

    const fn with(mut self, byte: u8) -> Self {
        self.text[self.length as usize] = byte;
        self.length += 1;
        self
    }

    #[inline]
    fn write(self, sink: &mut Sink) {
        sink.block(&self.text, self.length as usize);
    }
}

#[inline(never)]
fn write_large_or_fraction(sink: &mut Sink, value: f64) {
    #[allow(clippy::cast_possible_truncation)] // a saturating cast; the comparison below finds what it lost
    let whole = value as i64;
    #[allow(clippy::cast_precision_loss, clippy::float_cmp)] // exact on purpose
    if whole as f64 == value && value.abs() <= MAX_SAFE {
        write_integer(sink, whole);
        return;
    }
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value);
    // In between, the writer's layout is ECMAScript's.
    if (1e-5..MAX_SAFE).contains(&value.abs()) {
        sink.short(text.as_bytes());
    } else {
        write_unusual(sink, text);
    }
}

#[cold]
fn write_unusual(sink: &mut Sink, text: &str) {
    match text.split_once('e') {
        None => sink.bytes(text.strip_suffix(".0").unwrap_or(text).as_bytes()),
        Some((digits, exponent)) => write_scientific(sink, digits, exponent),
    }
}

/// Lays out `d.ddd` times ten to `exponent` by ECMAScript's `Number::toString`.
#[cold]
fn write_scientific(sink: &mut Sink, digits: &str, exponent: &str) {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let digits = digits.strip_suffix(".0").unwrap_or(digits).replacen('.', "", 1);
    let exponent: i32 = exponent.parse().unwrap_or(0); // at most three digits with a sign: always an integer
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    sink.bytes(sign.as_bytes());
    if (0..21).contains(&exponent) {
        let (before, after) = digits.split_at(digits.len().min(usize::try_from(exponent + 1).unwrap_or(0)));
        sink.bytes(before.as_bytes());
        sink.bytes("0".repeat(usize::try_from(exponent + 1 - count).unwrap_or(0)).as_bytes());
        if !after.is_empty() {
            sink.bytes(b".");
            sink.bytes(after.as_bytes());
        }
    } else if (-6..0).contains(&exponent) {
        sink.bytes(b"0.");
        sink.bytes("0".repeat(usize::try_from(-exponent - 1).unwrap_or(0)).as_bytes());
        sink.bytes(digits.as_bytes());
    } else {
        let (first, rest) = digits.split_at(1);
        sink.bytes(first.as_bytes());
        if !rest.is_empty() {
            sink.bytes(b".");
            sink.bytes(rest.as_bytes());
        }
        sink.bytes(if exponent < 0 { b"e-" } else { b"e+" });
        write_integer(sink, i64::from(exponent.abs()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(value: f64) -> String {
        let mut sink = Sink::keeping(32);
        write_double(&mut sink, value);
        String::from_utf8(sink.into_bytes()).expect("ASCII")
    }

    fn check(value: f64) {
        if value.is_finite() {
            let expected = if value == 0.0 { "0".to_owned() } else { ryu_js::Buffer::new().format(value).to_owned() };
            assert_eq!(ours(value), expected, "{value:e}");
        }
    }

    /// A small generator (`SplitMix64`), so that the numbers are the same everywhere.
    fn scrambled(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = *state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    #[test]
    fn numbers_of_the_rfc_come_out_as_printed_there() {
        for (bits, text) in [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            assert_eq!(ours(f64::from_bits(bits)), text);
        }
    }

    #[test]
    fn whole_numbers_print_alike_as_integers_and_as_doubles() {
        for value in (-2000..2000).chain([i64::from(i32::MIN), 1 << 51, -1 << 51, MAX_SAFE_INTEGER, -MAX_SAFE_INTEGER])
        {
            for value in value - 1..=value + 1 {
                let mut sink = Sink::keeping(32);
                write_integer(&mut sink, value);
                assert_eq!(String::from_utf8(sink.into_bytes()).expect("ASCII"), value.to_string());
                #[allow(clippy::cast_precision_loss)] // exact up to 2^53
                check(value as f64);
            }
        }
        for bits in 0..64 {
            #[allow(clippy::cast_precision_loss)] // powers of two are exact
            let power = (1_u64 << bits) as f64;
            for value in [power, power + 0.5, power - 0.5, power + 1.0, power.next_up(), power.next_down(), 1.0 / power]
            {
                check(value);
                check(-value);
            }
        }
    }

    #[test]
    fn doubles_of_every_kind_print_as_ecmascript_prints_them() {
        let mut state = 1;
        for _ in 0..200_000 {
            check(f64::from_bits(scrambled(&mut state)));
            #[allow(clippy::cast_possible_truncation)]
            let single = f32::from_bits(scrambled(&mut state) as u32);
            check(f64::from(single));
            #[allow(clippy::cast_precision_loss)]
            check((scrambled(&mut state) >> 11) as f64 / 1024.0);
        }
        for exponent in -330..310 {
            for digits in ["1", "1.5", "9.999999999999999", "1.2345678901234567"] {
                let value: f64 = format!("{digits}e{exponent}").parse().expect("a number");
                check(value);
                check(-value);
            }
        }
    }
}
