//! The body of the fuzz target `readers` over damaged, joined and random texts.

#[path = "common/every_reader.rs"]
mod every_reader;

use every_reader::read_anything;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// One text for each reader.
const TEXTS: [&str; 16] = [
    "CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE MAXMHZ\n0 0 0 0 0:0:0:0 yes 3000.0\n1 0 0 1 1:1:1:0 yes 3000.0\n",
    "# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,0,,0,0,0,0\n1,1,0,0,,1,1,1,0\n",
    "Architecture: x86_64\nCPU(s): 4\nOn-line CPU(s) list: 0-3\nThread(s) per core: 2\nCore(s) per socket: 2\nSocket(s): 1\n",
    "Machine (8GB total)\n  Package L#0\n    L3 L#0 (8MB)\n      L2 L#0 (1MB) + Core L#0\n        PU L#0 (P#0)\n        PU L#1 (P#1)\n",
    "<?xml version=\"1.0\"?>\n<topology><object type=\"Machine\"><object type=\"PU\" os_index=\"0\"/></object></topology>\n",
    "available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode 1 cpus: 2 3\nnode distances:\nnode   0   1\n  0:  10  21\n  1:  21  10\n",
    "qemu-system -smp 8,sockets=2,cores=2,threads=2 -numa node,nodeid=0,cpus=0-3 -numa node,cpus=4-7 -numa dist,src=0,dst=1,val=17\n",
    "pack:2 numa:1 l3:2 core:2 pu:2",
    "/sys/devices/system/cpu/cpu0/topology/core_id:0\n/sys/devices/system/cpu/cpu0/topology/physical_package_id:0\n",
    "processor\t: 0\nphysical id\t: 0\ncore id\t: 0\nsiblings\t: 1\n\n",
    "       0       1       2\n  0\n  1   30±1\n  2   28±0    24±0\n",
    "0,1,1\n10,,20\n11,21,\n",
    "version 15\ntimestamp 1\ncpu0 0 0 0 0 0 0 0 0 0\ndomain0 3 0 0 0\n",
    "{\"tasks\": {\"a\": {\"instance\": 2, \"loop\": -1, \"cpus\": [0, 1], \"taskgroup\": \"/web/a\", \"phases\": {\"p\": {\"loop\": 3, \"run\": 10, \"timer0\": {\"ref\": \"t\", \"period\": 100}, \"lock\": \"m\", \"unlock\": \"m\", \"suspend\": \"x\", \"resume\": \"x\"}}}}, \"global\": {\"duration\": 1}}",
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: web\n    resources:\n      requests: {cpu: 500m}\n      limits:\n        cpu: \"2\"\n",
    "@usecs:\n[0]  10 |@@ |\n[2, 4)  1 | |\n[1K, 2K)  4 |@ |\n",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        6 => prop::sample::select(&TEXTS[..]).prop_map(|text| text.as_bytes().to_vec()),
        2 => prop::collection::vec(any::<u8>(), 0..60),
        1 => "[ -~\n\t]{0,80}".prop_map(String::into_bytes),
    ]
}

proptest! {
    #![proptest_config(Config { cases: 2_000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() })]

    /// Two texts, cut and joined, some bytes of which are others.
    #[test]
    fn any_bytes_are_read_or_refused_by_every_reader(
        texts in prop::array::uniform2(text()), cuts in any::<[u16; 2]>(), damage in prop::collection::vec((any::<u16>(), any::<u8>()), 0..4)
    ) {
        let mut bytes = Vec::new();
        for (text, cut) in texts.iter().zip(cuts) {
            bytes.extend(&text[..usize::from(cut) % (text.len() + 1)]);
        }
        for (at, byte) in damage.into_iter().filter(|_| !bytes.is_empty()).collect::<Vec<_>>() {
            let at = usize::from(at) % bytes.len();
            bytes[at] = byte;
        }
        read_anything(&bytes);
    }

    /// Numbers and words of one text in the place of those of another one.
    #[test]
    fn a_text_with_the_words_of_another_one_is_read_or_refused(
        one in 0..TEXTS.len(), other in 0..TEXTS.len(), swaps in prop::collection::vec((any::<u16>(), any::<u16>()), 1..6)
    ) {
        let words: Vec<&str> = TEXTS[other].split_whitespace().collect();
        let mut text: Vec<String> = TEXTS[one].split_inclusive(char::is_whitespace).map(String::from).collect();
        for (at, from) in swaps {
            let at = usize::from(at) % text.len();
            let end = text[at].chars().last().filter(|end| end.is_whitespace());
            text[at] = words[usize::from(from) % words.len()].to_string();
            text[at].extend(end);
        }
        read_anything(text.concat().as_bytes());
    }
}

#[test]
fn every_text_is_read_as_it_stands() {
    TEXTS.iter().for_each(|text| read_anything(text.as_bytes()));
}
