//! Random expressions beside an oracle that follows the rules of C step by step.

use super::support::result;
use proptest::prelude::*;

/// A typed value: bytes, signed, and the value itself.
#[derive(Clone, Debug)]
struct Known {
    text: String,
    bytes: u32,
    signed: bool,
    value: i128,
}

fn wrap(value: i128, bytes: u32, signed: bool) -> i128 {
    let bits = bytes * 8;
    let low = value.rem_euclid(1 << bits);
    if signed && low >= 1 << (bits - 1) { low - (1 << bits) } else { low }
}

fn promote(known: &Known) -> (u32, bool) {
    if known.bytes < 4 { (4, true) } else { (known.bytes, known.signed) }
}

fn leaf() -> impl Strategy<Value = Known> {
    let values =
        prop_oneof![any::<i64>(), -3_i64..4, Just(i64::MIN), Just(i64::MAX), Just(1 << 31), Just(255)];
    (values, prop::sample::select(vec![1, 2, 4, 8]), any::<bool>()).prop_map(|(value, bytes, signed)| {
        let value = wrap(i128::from(value), bytes, signed);
        let name = format!("{}{}", if signed { 's' } else { 'u' }, bytes * 8);
        // The bits as an unsigned number: every value can be written so.
        let text = format!("(({name}){}ULL)", wrap(value, 8, false));
        Known { text, bytes, signed, value }
    })
}

fn apply(op: &str, left: &Known, right: &Known) -> Known {
    let (one, two) = (promote(left), promote(right));
    let text = format!("({} {op} {})", left.text, right.text);
    if matches!(op, "<<" | ">>") {
        let (bytes, signed) = one;
        let by = (right.value.rem_euclid(i128::from(bytes * 8))) as u32;
        let value = if op == "<<" { left.value << by } else { left.value >> by };
        return Known { text, bytes, signed, value: wrap(value, bytes, signed) };
    }
    let bytes = one.0.max(two.0);
    let signed = (one.1 || one.0 != bytes) && (two.1 || two.0 != bytes);
    let (a, b) = (wrap(left.value, bytes, signed), wrap(right.value, bytes, signed));
    let (value, truth) = match op {
        "+" => (a + b, false),
        "-" => (a - b, false),
        "*" => (a.wrapping_mul(b), false),
        "/" => (if b == 0 { 0 } else { a / b }, false),
        "%" => (if b == 0 { a } else { a % b }, false),
        "&" => (a & b, false),
        "|" => (a | b, false),
        "^" => (a ^ b, false),
        "<" => (i128::from(a < b), true),
        ">=" => (i128::from(a >= b), true),
        "==" => (i128::from(a == b), true),
        "&&" => (i128::from(left.value != 0 && right.value != 0), true),
        _ => (i128::from(left.value != 0 || right.value != 0), true),
    };
    if truth {
        return Known { text, bytes: 4, signed: true, value };
    }
    Known { text, bytes, signed, value: wrap(value, bytes, signed) }
}

fn tree() -> impl Strategy<Value = Known> {
    leaf().prop_recursive(4, 24, 2, |inner| {
        let ops = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">=", "==", "&&", "||"];
        prop_oneof![
            (prop::sample::select(ops.to_vec()), inner.clone(), inner.clone())
                .prop_map(|(op, left, right)| apply(op, &left, &right)),
            (inner.clone(), prop::sample::select(vec!["-", "~", "!"])).prop_map(|(known, op)| {
                let (bytes, signed) = promote(&known);
                let text = format!("({op}{})", known.text);
                let value = match op {
                    "-" => wrap(-known.value, bytes, signed),
                    "~" => wrap(!known.value, bytes, signed),
                    _ => i128::from(known.value == 0),
                };
                let (bytes, signed) = if op == "!" { (4, true) } else { (bytes, signed) };
                Known { text, bytes, signed, value }
            }),
            (inner, prop::sample::select(vec![1, 2, 4, 8]), any::<bool>()).prop_map(
                |(known, bytes, signed)| {
                    let name = format!("{}{}", if signed { 's' } else { 'u' }, bytes * 8);
                    let text = format!("(({name}){})", known.text);
                    Known { text, bytes, signed, value: wrap(known.value, bytes, signed) }
                }
            ),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Once as a constant, once with variables in registers, once with variables in memory.
    #[test]
    fn values_are_those_of_the_oracle(known in tree()) {
        let expected = wrap(known.value, 8, false) as u64;
        prop_assert_eq!(result("", &format!("result = (s64){};", known.text)), expected, "{}", &known.text);
        // Each constant becomes a variable of its type.
        let (mut text, mut locals, mut globals, mut count) = (known.text.clone(), String::new(), String::new(), 0);
        while let Some(from) = text.find("ULL)") {
            let open = text[..from].rfind("((").unwrap();
            let leaf = text[open..from + 4].to_string();
            let name = leaf[2..].split(')').next().unwrap();
            let value = &leaf[2 + name.len() + 1..leaf.len() - 1];
            locals += &format!("{name} v{count} = {value};\n");
            globals += &format!("{name} v{count} = {value};\n");
            text.replace_range(open..from + 4, &format!("v{count}"));
            count += 1;
        }
        prop_assert_eq!(result("", &format!("{locals}result = (s64){text};")), expected, "{} {}", &locals, &text);
        prop_assert_eq!(result(&globals, &format!("result = (s64){text};")), expected, "{} {}", &globals, &text);
    }
}
