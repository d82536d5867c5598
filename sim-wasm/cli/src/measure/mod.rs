//! `sched measure`: measures on this machine what the model predicts.
//!
//! A case is plain data ([`case`]). Its tasks run as threads for some seconds, several times ([`task`]), and compute
//! in a loop of known speed ([`calibration`]). The kernel's counters of the threads ([`linux`]) become figures ([`reading`]) and a table in the form of the
//! published ones ([`table`]).

#![cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "elsewhere there is nothing to measure"))]

#[cfg(target_os = "linux")]
mod calibration;
pub mod case;
#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(target_os = "linux")]
mod host;
#[cfg(target_os = "linux")]
mod linux;
mod reading;
mod table;
#[cfg(target_os = "linux")]
mod task;

pub use table::Table;

/// The options of a measurement.
pub struct Wanted {
    /// Keys of experiments; empty: all.
    pub experiments: Vec<String>,
    /// Only the case of this name.
    pub case: Option<String>,
    /// Length of a repetition.
    pub seconds: f64,
    pub repetitions: u32,
    /// CPUs to measure on; cases for one CPU use the first. Empty: the last and the first of the allowed
    /// CPUs.
    pub cpus: Vec<usize>,
    /// A repetition is discarded and repeated if other processes use more of the CPUs than this (%).
    pub others_pct: f64,
    /// How long (s) a case repeats disturbed repetitions.
    pub patience: f64,
}

#[cfg(not(target_os = "linux"))]
pub fn run(_: &Wanted) -> Result<Vec<Table>, String> {
    Err("sched measure works on Linux only.".to_string())
}

#[cfg(target_os = "linux")]
pub use here::run;

/// The tables as text or as JSON.
pub fn text(tables: &[Table], json: bool) -> String {
    if json {
        return table::to_json(tables);
    }
    let on = tables.first().map_or(String::new(), |table| {
        let machine = &table.machine;
        let name = machine["name"].as_str().unwrap_or_default();
        let slice =
            machine["base_slice_us"].as_u64().map_or(String::new(), |us| format!(", base slice {us} µs"));
        format!("Linux {} on {name}, {} Hz{slice}, {}\n", table.kernel, machine["hz"], table.date)
    });
    tables.iter().fold(on, |text, table| format!("{text}\n{table}"))
}

#[cfg(target_os = "linux")]
mod here {
    use super::calibration::{Rate, spread_pct};
    use super::case::{Case, EXPERIMENTS, Experiment};
    use super::cgroup::Cgroups;
    use super::host::{Host, kernel, today};
    use super::reading::Reading;
    use super::table::{Row, Table, Workload, columns, rounded};
    use super::task::{WARMUP, is_possible, repetition};
    use super::{Wanted, linux};
    use std::time::Duration;

    /// Measures the selected experiments, one after the other. An error is a sentence.
    pub fn run(wanted: &Wanted) -> Result<Vec<Table>, String> {
        let cpus = cpus(wanted, &linux::allowed_cpus())?;
        let chosen = |one: &&Experiment| {
            wanted.experiments.is_empty() || wanted.experiments.iter().any(|key| key == one.key)
        };
        let chosen: Vec<&Experiment> = EXPERIMENTS.iter().filter(chosen).collect();
        if !chosen.iter().any(|one| one.cases().iter().any(|case| is_wanted(case, wanted))) {
            let known: Vec<String> =
                chosen.iter().flat_map(|one| one.cases()).map(|case| format!("“{}”", case.name)).collect();
            return Err(format!("Unknown case; known: {}.", known.join(", ")));
        }
        Ok(chosen.into_iter().map(|one| measured(one, wanted, &cpus)).collect())
    }

    fn is_wanted(case: &Case, wanted: &Wanted) -> bool {
        wanted.case.as_ref().is_none_or(|name| *name == case.name)
    }

    /// The CPUs to measure on.
    fn cpus(wanted: &Wanted, allowed: &[usize]) -> Result<Vec<usize>, String> {
        if let Some(cpu) = wanted.cpus.iter().find(|cpu| !allowed.contains(cpu)) {
            return Err(format!("CPU {cpu} is not available to this process; available: {allowed:?}."));
        }
        if let Some(cpu) = wanted.cpus.iter().enumerate().find(|(at, cpu)| wanted.cpus[..*at].contains(cpu)) {
            return Err(format!("CPU {} is named twice.", cpu.1));
        }
        if !wanted.cpus.is_empty() {
            return Ok(wanted.cpus.clone());
        }
        // The first CPU gets most interrupts, so a case for one CPU uses the last.
        let mut ends = vec![*allowed.last().ok_or("No CPU is available to this process.")?];
        ends.extend(allowed.first().filter(|_| allowed.len() > 1));
        Ok(ends)
    }

    fn measured(experiment: &Experiment, wanted: &Wanted, cpus: &[usize]) -> Table {
        let (mut rows, mut notes, mut thrown_away) = (Vec::new(), Vec::new(), 0);
        let mut rates = Vec::new();
        for case in experiment.cases().into_iter().filter(|case| is_wanted(case, wanted)) {
            match repetitions(&case, wanted, cpus, &mut rates) {
                Ok((readings, disturbed)) => {
                    thrown_away += disturbed;
                    if (readings.len() as u32) < wanted.repetitions {
                        let short =
                            format!("{}: {} of the repetitions were undisturbed.", case.name, readings.len());
                        notes.push(short);
                    }
                    let (measured, lacking) = figures(&case, &readings);
                    rows.extend(measured);
                    notes.extend(lacking);
                }
                Err(sentence) => notes.push(format!("{} was left out. {sentence}", case.name)),
            }
        }
        Table {
            id: format!("measured-{}", experiment.key),
            thread: experiment.about.to_string(),
            author: "measured here",
            date: today(),
            kernel: kernel(),
            machine: serde_json::to_value(Host::here()).expect("plain data"),
            workload: Workload {
                command: format!("sched measure {}", experiment.key),
                seconds: wanted.seconds,
                warmup_ms: WARMUP.as_millis() as u64,
                repetitions: wanted.repetitions,
                thrown_away,
                others_pct: wanted.others_pct,
                loop_spread_pct: spread_pct(&rates).map(rounded),
            },
            columns: columns(wanted.repetitions),
            rows,
            notes,
        }
    }

    /// The undisturbed repetitions of a case, and how many were disturbed. The speed of the computing loop is
    /// measured before and after them, and noted in `rates`.
    fn repetitions(
        case: &Case,
        wanted: &Wanted,
        cpus: &[usize],
        rates: &mut Vec<Rate>,
    ) -> Result<(Vec<Reading>, u32), String> {
        let cpus = cpus.get(..case.cpus).ok_or_else(|| format!("It needs {} CPUs.", case.cpus))?;
        case.groups.iter().try_for_each(|group| is_possible(group, cpus))?;
        let cgroups = Cgroups::create(&case.cgroups)?;
        let rate = Rate::on(cpus[0])?;
        rates.push(rate);
        let (mut readings, mut disturbed) = (Vec::new(), 0);
        let window = Duration::from_secs_f64(wanted.seconds);
        let until = linux::uptime()
            + (window + WARMUP) * wanted.repetitions
            + Duration::from_secs_f64(wanted.patience);
        while (readings.len() as u32) < wanted.repetitions && linux::uptime() < until {
            let reading = repetition(case, &cgroups, cpus, rate, window)?;
            if reading.others_pct() <= wanted.others_pct {
                readings.push(reading);
            } else {
                disturbed += 1;
            }
        }
        rates.push(Rate::on(cpus[0])?);
        if readings.is_empty() {
            return Err("Other processes always used too much CPU time.".to_string());
        }
        Ok((readings, disturbed))
    }

    /// The figures of a case, and a note on each figure that is missing in some repetition.
    fn figures(case: &Case, readings: &[Reading]) -> (Vec<Row>, Vec<String>) {
        let (mut rows, mut notes) = (Vec::new(), Vec::new());
        for &figure in &case.figures {
            let values: Vec<f64> = readings.iter().filter_map(|one| one.figure(0, figure)).collect();
            if values.len() == readings.len() {
                rows.push(Row { case: case.name.clone(), group: case.looked_at(), figure, values });
            } else {
                let (name, key, all) = (&case.name, figure.key(), readings.len());
                let lack = all - values.len();
                notes.push(format!("{name}: {key} was left out. Repetitions without it: {lack} of {all}."));
            }
        }
        (rows, notes)
    }

    #[cfg(test)]
    mod tests {
        use super::super::case::Figure;
        use super::super::reading::Account;
        use super::{EXPERIMENTS, Reading, Wanted, cpus, figures, run};

        fn wanted(cpus: &[usize], experiment: &str) -> Wanted {
            Wanted {
                experiments: vec![experiment.to_string()],
                case: None,
                seconds: 0.05,
                repetitions: 1,
                cpus: cpus.to_vec(),
                others_pct: 100.0,
                patience: 0.0,
            }
        }

        #[test]
        fn a_case_for_one_cpu_uses_the_last_allowed_one() {
            assert_eq!(cpus(&wanted(&[], ""), &[0, 1, 2]), Ok(vec![2, 0]));
            assert_eq!(cpus(&wanted(&[], ""), &[4]), Ok(vec![4]));
            assert_eq!(cpus(&wanted(&[1], ""), &[0, 1]), Ok(vec![1]));
            assert_eq!(
                cpus(&wanted(&[3], ""), &[0, 1]),
                Err("CPU 3 is not available to this process; available: [0, 1].".to_string())
            );
            assert_eq!(cpus(&wanted(&[1, 1], ""), &[0, 1]), Err("CPU 1 is named twice.".to_string()));
        }

        #[test]
        fn an_unknown_case_is_refused_with_the_names_of_all_cases() {
            let unknown = Wanted { case: Some("4 hogs".to_string()), ..wanted(&[], "spread") };
            let told = run(&unknown).expect_err("no such case");
            assert_eq!(told, "Unknown case; known: “3 hogs”, “5 hogs”.");
        }

        #[test]
        fn a_figure_that_a_repetition_lacks_is_left_out_with_a_note() {
            let spread = EXPERIMENTS.iter().find(|one| one.key == "spread").expect("an experiment");
            let case = &spread.cases()[0];
            let reading = |moves| Reading {
                window_ns: 1_000,
                cpus: 2,
                accounts: vec![vec![Account { ran_ns: 500, turns: 1, moves }]],
                latencies: vec![vec![]],
                ..Reading::default()
            };
            let (rows, notes) = figures(case, &[reading(Some(1)), reading(None), reading(Some(2))]);
            let keys: Vec<_> = rows.iter().map(|row| row.figure).collect();
            assert_eq!(keys, [Figure::Most, Figure::Least]);
            assert_eq!(notes, ["3 hogs: moves was left out. Repetitions without it: 1 of 3."]);
            assert_eq!(figures(case, &[reading(Some(1))]).1, Vec::<String>::new());
        }

        #[test]
        fn the_running_kernel_can_be_measured() {
            for (experiment, case) in
                [("spread", "3 hogs"), ("weight", "weights 200 and 100"), ("policy", "hog, idle hog")]
            {
                let one = Wanted { case: Some(case.to_string()), ..wanted(&[], experiment) };
                let tables = run(&one).expect("a CPU");
                assert_eq!(tables.len(), 1);
                assert!(!tables[0].kernel.is_empty());
                // A machine can lack a second CPU or a writable control group.
                assert!(!tables[0].rows.is_empty() || tables[0].notes.len() == 1, "{:?}", tables[0].notes);
            }
        }
    }
}
