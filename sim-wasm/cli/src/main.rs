//! The command line: runs without the page, code generation, benchmarks.

mod assignment;
mod bench;
mod challenge;
mod explain;
mod generate;
mod hashes;
mod kernels;
mod link;
mod machine;
mod measure;
mod parallel;
mod policy;
mod recording;
mod replicate;
mod run;
mod search;
mod shown;
mod sweep;
mod table;
mod trace;
mod version;

use clap::{Parser, Subcommand};
use sched_core::document::is_hidden;
use sched_core::engine::ids::TaskId;
use sched_core::engine::time::Ns;
use sched_core::machine::names::{KNOWN, Named, named};
use sched_core::machine::{Family, KernelId, Machine, MachineId, domains, kernel};
use sched_core::observe::vocab::Decided;
use sched_core::scenario::{self, FieldError, Scenario, limits};
use sched_core::sim::Loaded;
use sched_judge::search::Goal;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Simulates Linux scheduler mechanisms on concrete machines.
#[derive(Parser)]
#[command(name = "sched", version = version::VERSION.as_str(), arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What lanes need beside the document: sched_ext schedulers, and the file of a replay.
#[derive(clap::Args)]
struct Policies {
    /// Lets a sched_ext scheduler in C schedule a lane: a=FILE or b=FILE. If the scenario has only lane A, lane B is a copy of it.
    #[arg(long, value_name = "LANE=FILE", value_parser = policy::for_lane)]
    policy: Vec<policy::ForLane>,
    /// The value of a parameter (`const volatile` global) of the schedulers of --policy.
    #[arg(long, value_name = "NAME=NUMBER", requires = "policy", value_parser = policy::knob)]
    knob: Vec<(String, i64)>,
    /// The replay file of a scenario that replays a recording (`sched trace --replay`).
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
}

impl Policies {
    /// Adds the schedulers to the lanes. Returns the replay.
    fn attach(&self, scenario: &mut Scenario) -> Result<Option<Arc<Loaded>>, Failure> {
        policy::add(scenario, &self.policy, &self.knob)?;
        self.replay.as_deref().map(recording::loaded).transpose()
    }
}

#[derive(Subcommand)]
enum PolicyCommand {
    /// Compiles a scheduler, and prints each error and warning with its line. Fails if there is an error.
    Check {
        /// The source (*.bpf.c); - for standard input.
        file: PathBuf,
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
        /// The release of Linux whose sched_ext the scheduler is for.
        #[arg(long, default_value = "6.18", value_parser = policy::release)]
        kernel: sched_vm::Release,
    },
    /// Runs a scheduler on the seeds of a challenge beside the kernel's own, and prints the score with the code that the page
    /// shows.
    Judge {
        /// The source (*.bpf.c); - for standard input.
        file: PathBuf,
        /// The challenge (examples/challenges/*.json).
        #[arg(long)]
        challenge: PathBuf,
        /// The value of a parameter.
        #[arg(long, value_name = "NAME=NUMBER", value_parser = policy::knob)]
        knob: Vec<(String, i64)>,
        /// Runs the seeds of practice, without a score.
        #[arg(long)]
        practice: bool,
    },
}

#[derive(Subcommand)]
enum Command {
    /// Runs all lanes of a scenario and prints the results.
    Run {
        /// The scenario document; - for standard input.
        file: PathBuf,
        /// How many seeds to run, starting with the seed of the scenario.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        seeds: u32,
        /// Prints JSON instead of a table.
        #[arg(long)]
        json: bool,
        /// Runs only the costs of the scenario. Otherwise a comparison over several seeds on a machine whose costs are assumed is run
        /// with each of the plausible costs, and the result is a range.
        #[arg(long)]
        no_range: bool,
        /// Writes the workload of lane A as a JSON document of rt-app into this file, where it can be expressed.
        #[arg(long, value_name = "OUT")]
        rt_app_out: Option<PathBuf>,
        #[command(flatten)]
        policies: Policies,
        #[command(flatten)]
        trace: trace::Wanted,
    },
    /// Prints the decisions of a lane: each CPU that was considered, the result, and the cost. Without --kind the output includes
    /// every pick of the next task.
    Explain {
        /// The scenario document; - for standard input.
        file: PathBuf,
        #[command(flatten)]
        policies: Policies,
        /// The lane: 0 or 1.
        #[arg(long, default_value_t = 0)]
        lane: usize,
        /// Start of the time span (ns of simulated time).
        #[arg(long, default_value_t = 0)]
        from: u64,
        /// End of the time span (ns of simulated time).
        #[arg(long, default_value_t = u64::MAX)]
        until: u64,
        /// Prints only decisions of this kind.
        #[arg(long, value_parser = decided)]
        kind: Option<Decided>,
        /// Prints only decisions about this task, and the pulls that moved it.
        #[arg(long)]
        task: Option<u16>,
        /// Prints at most this many decisions.
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
        most: u64,
    },
    /// Checks a scenario document.
    Validate {
        /// The scenario document; - for standard input.
        file: PathBuf,
    },
    /// Works with a scheduler in C, as people write them for sched_ext.
    #[command(subcommand)]
    Policy(PolicyCommand),
    /// Prints the scheduling domains of a machine in the format of the kernel's debug output.
    Domains {
        /// A named machine, or a file that describes one, as for `machine`.
        machine: PathBuf,
        /// The kernel that builds the domains.
        #[arg(long, default_value = "5.9", value_parser = kernel_name)]
        kernel: Named,
        /// With the cluster level, or with =false without; if not given, as the kernel has it on the machine.
        #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
        cluster: Option<bool>,
    },
    /// Lists the kernels. With two names, prints each rule that changed between them: its values, its source, and the link to the
    /// experiment where it shows most, with the older kernel in lane A.
    Kernels {
        /// One or two kernels: a release, a point release, or what `uname -r` prints.
        #[arg(num_args = 0..=2, value_parser = kernel_name)]
        names: Vec<Named>,
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Reads the description of a machine from lscpu, lstopo or /sys, and prints its topology.
    #[command(after_help = machine::how())]
    Machine {
        /// The files about one machine; - for standard input; or a folder with a copy of /sys. What several say is joined:
        /// numactl -H adds distances, cpu_capacity capacities, a matrix of latencies costs.
        #[arg(required_unless_present = "matrix")]
        files: Vec<PathBuf>,
        /// Infers the machine from a matrix of latencies alone (core-to-core-latency --csv), and takes its costs.
        #[arg(long, conflicts_with_all = ["files", "check", "costs"])]
        matrix: Option<PathBuf>,
        /// Prints JSON instead of text.
        #[arg(long, conflicts_with_all = ["check", "costs", "like"])]
        json: bool,
        /// Compares the simulated scheduling domains with those of the real kernel, one line for each level. The file is a copy of
        /// /proc/schedstat or the output of `grep -r . /sys/kernel/debug/sched/domains`. Fails if any level differs.
        #[arg(long)]
        check: Option<PathBuf>,
        /// The kernel that builds the simulated domains. Default: chosen by the version of the file.
        #[arg(long, value_parser = kernel_name, requires = "check")]
        kernel: Option<Named>,
        /// Reads costs measured on the machine: the output of docs/model/measure-costs.c, core-to-core-latency --csv or
        /// perf bench sched pipe. Prints the machine as JSON for a scenario. Can be given several times.
        #[arg(long, conflicts_with = "check")]
        costs: Vec<PathBuf>,
        /// The machine family whose costs are used where none were measured. Default with --costs: xeon. Prints the machine as JSON
        /// for a scenario.
        #[arg(long, value_parser = family, conflicts_with = "check")]
        like: Option<Family>,
    },
    /// Reads recordings of real machines (tracefs, trace-cmd report, perf script, systrace, Perfetto), and prints what CPUs and tasks
    /// did: runs, waits, wake-ups, moves, and what cannot be known.
    #[command(after_help = recording::HOW)]
    Trace {
        /// The recordings; - for standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// A file that describes the machine, as for `machine`. Default: what the recording says of it.
        #[arg(long)]
        machine: Option<PathBuf>,
        /// Start of the time span that is counted (s, as the recording prints it).
        #[arg(long, value_parser = recording::moment, default_value = "0")]
        from: u64,
        /// End of the time span; it is not part of it.
        #[arg(long, value_parser = recording::moment)]
        to: Option<u64>,
        /// Prints JSON: an object for each file, by its name.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        replay: recording::ReplayWanted,
    },
    /// Reads limits of containers, and prints them as control groups: requests and limits of a Kubernetes manifest, docker run,
    /// systemd units, files of /sys/fs/cgroup.
    Containers {
        /// The files; - for standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Prints the list `groups` of a scenario instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Reads a workload of rt-app, and prints a scenario that runs it.
    RtApp {
        /// The JSON document of rt-app; - for standard input.
        file: PathBuf,
        /// The scenario whose workload is replaced. Default: two lanes of a Kunpeng 920, without and with cluster scheduling.
        #[arg(long)]
        scenario: Option<PathBuf>,
        /// Writes the workload as a document of rt-app, too: what was read, completed.
        #[arg(long, value_name = "OUT")]
        out: Option<PathBuf>,
    },
    /// Writes the generated TypeScript files and the JSON schema.
    Generate {
        /// Writes nothing: lists the files that are out of date, and fails if there are any.
        #[arg(long)]
        check: bool,
        /// The root of the repository.
        #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))]
        root: PathBuf,
    },
    /// Simulates the published measurements, compares the results, and writes the report.
    Replicate(replicate::Options),
    /// Runs CPU-bound and sleeping threads on this machine and measures what the model predicts for them.
    Measure {
        /// The experiments. Default: all, one after the other.
        #[arg(value_parser = experiments())]
        experiments: Vec<String>,
        /// Runs only the case with this name, for instance "nice 0 and 5".
        #[arg(long)]
        case: Option<String>,
        /// The length of a repetition (s).
        #[arg(long, default_value = "3", value_parser = seconds)]
        seconds: f64,
        /// How often each case is repeated.
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(2..=100))]
        repetitions: u32,
        /// The CPUs to measure on, for instance 1,0. Cases for one CPU use the first.
        #[arg(long, value_delimiter = ',')]
        cpus: Vec<usize>,
        /// The CPU time that other processes may use (%). A repetition with more is discarded and repeated.
        #[arg(long, default_value = "2", value_parser = percent)]
        others: f64,
        /// How long a case repeats disturbed repetitions before it gives up (s).
        #[arg(long, default_value = "60", value_parser = patience)]
        patience: f64,
        /// Prints JSON in the format of the published tables.
        #[arg(long)]
        json: bool,
    },
    /// Runs a part of a sweep and appends one line of JSON for each run. Runs that the file already has are skipped.
    Sweep {
        /// The plan: scenarios, a field, its values, and the number of seeds.
        plan: PathBuf,
        /// The part of the sweep, for instance 2/3 for the second of three.
        #[arg(long, default_value = "1/1")]
        shard: sweep::Shard,
        /// The file to which the lines are appended.
        #[arg(long)]
        out: PathBuf,
    },
    /// Merges the parts of a sweep and prints a file that "Run many" can open.
    Merge {
        /// The plan of the sweep.
        plan: PathBuf,
        /// The files of the parts.
        #[arg(required = true)]
        parts: Vec<PathBuf>,
        /// The scenario to merge, if the plan has several.
        #[arg(long)]
        scenario: Option<String>,
    },
    /// Searches for the setting of a scenario at which lane B loses most, gains most, or is least decided; makes it as simple as it
    /// can be; and confirms it on seeds that the search did not use. Every setting that was tried is counted.
    Search {
        /// The scenario document with two lanes; - for standard input.
        file: PathBuf,
        /// What is searched.
        #[arg(long = "for", value_parser = goals(), default_value = "loss")]
        goal: String,
        /// What is varied: load, seed, cpus, kernel, machine.costs, workload.KEY, tunables.KEY, rules.KEY, costs.KEY.
        #[arg(long, value_delimiter = ',', required = true)]
        over: Vec<String>,
        /// Settings that the search tries at most. Making the result simpler tries as many at most.
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        budget: u32,
        /// The seed of the search itself. The scenario has a seed of its own.
        #[arg(long, default_value_t = 1)]
        seed: u32,
        /// The simulated time of each run at most (ms). Default: that of the scenario.
        #[arg(long)]
        limit_ms: Option<u32>,
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Assignments for a class.
    #[command(subcommand)]
    Assignment(assignment::Command),
    /// Marks what a class handed in: replays the runs of every answer, and writes a table for a course system.
    Grade(assignment::grade::Options),
    /// Reads documents from standard input, one a line, and prints the event hashes of each as a line.
    Hashes {
        /// The number of events after which the hash of a lane is taken.
        #[arg(long, default_value_t = 20_000)]
        events: u64,
    },
    /// Measures the speed of the simulator on the first lane of a scenario.
    Bench {
        /// The scenario document; - for standard input.
        file: PathBuf,
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
}

/// An error: lines for stderr, and the exit code.
pub struct Failure {
    lines: Vec<String>,
    code: u8,
}

impl Failure {
    /// The command cannot be carried out.
    fn said(line: String) -> Self {
        Self { lines: vec![line], code: 2 }
    }

    fn of_files(lines: Vec<String>) -> Self {
        Self { lines, code: 1 }
    }
}

impl From<Vec<FieldError>> for Failure {
    fn from(faults: Vec<FieldError>) -> Self {
        Self { lines: faults.into_iter().map(|fault| fault.message).collect(), code: 2 }
    }
}

fn kernel_name(text: &str) -> Result<Named, String> {
    named(text).ok_or_else(|| format!("known kernels: {}", KNOWN.join(", ")))
}

/// The kernel that a name means. Says what differs if it is not exactly that one.
fn meant(name: &Named) -> KernelId {
    name.sentence().iter().for_each(|sentence| tell(sentence));
    name.kernel
}

fn family(key: &str) -> Result<Family, String> {
    Family::from_key(key).ok_or_else(|| format!("known machines: {}", Family::KEYS.join(", ")))
}

fn decided(key: &str) -> Result<Decided, String> {
    let known = Decided::ALL.iter().copied().find(|kind| kind.key() == key);
    known.ok_or_else(|| format!("known kinds: {}", Decided::KEYS.join(", ")))
}

fn goals() -> clap::builder::PossibleValuesParser {
    Goal::ALL.map(Goal::key).into()
}

fn experiments() -> clap::builder::PossibleValuesParser {
    measure::case::EXPERIMENTS
        .iter()
        .map(|one| clap::builder::PossibleValue::new(one.key).help(one.about))
        .collect::<Vec<_>>()
        .into()
}

/// A number within a range, or an error that names the range.
fn between(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("a number from {least} to {most} is needed"))
}

fn seconds(text: &str) -> Result<f64, String> {
    between(text, 0.1, 600.0)
}

fn patience(text: &str) -> Result<f64, String> {
    between(text, 0.0, 86_400.0)
}

fn percent(text: &str) -> Result<f64, String> {
    between(text, 0.0, 100.0)
}

/// The content of a file, or of standard input for `-`. It ends after `most` bytes and one more, which shows that it is too long.
fn bytes(file: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let source: Box<dyn Read> =
        if file == Path::new("-") { Box::new(io::stdin()) } else { Box::new(std::fs::File::open(file)?) };
    source.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file in messages.
fn name(file: &Path) -> std::path::Display<'_> {
    if file == Path::new("-") { Path::new("standard input").display() } else { file.display() }
}

fn read(file: &Path) -> Result<Scenario, Failure> {
    let said = |what: &dyn std::fmt::Display| format!("{}: {what}", name(file));
    let bytes = bytes(file, limits::MAX_BYTES as usize).map_err(|error| Failure::said(said(&error)))?;
    let text = scenario::text_of(&bytes).map_err(|fault| Failure::said(said(&fault.message)))?;
    let scenario = scenario::parse(text).map_err(|faults| Failure {
        lines: faults.iter().map(|fault| said(&fault.message)).collect(),
        code: 2,
    })?;
    kernels::notes(text).iter().for_each(|note| tell(note));
    Ok(scenario)
}

/// Prints a line on stderr. Characters that a terminal may act on are replaced. If stderr is closed, the command goes on.
fn tell(line: &str) {
    let plain: String = line.chars().map(|c| if is_hidden(c) { '\u{fffd}' } else { c }).collect();
    let _ = writeln!(io::stderr(), "{plain}");
}

/// Prints a text. It is no error if the reader closes the pipe early (`| head`).
fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::said(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

fn execute(command: Command) -> Result<(), Failure> {
    match command {
        Command::Run { file, seeds, json, no_range, rt_app_out, policies, trace } => {
            let mut scenario = read(&file)?;
            let replay = policies.attach(&mut scenario)?;
            if let Some(out) = &rt_app_out {
                machine::rt_app_out(&scenario, out)?.iter().for_each(|note| tell(note));
            }
            let title = name(&file).to_string();
            let title = Path::new(&title)
                .file_stem()
                .map_or_else(|| "scenario".into(), |stem| stem.to_string_lossy());
            trace::write(&scenario, replay.as_ref(), &file, &title, &trace)?;
            let plausible = if no_range { Vec::new() } else { run::other_costs(&scenario) };
            // One seed has no interval, so that a range of several would say nothing.
            let others = if seeds > 1 { plausible.as_slice() } else { &[] };
            if !plausible.is_empty() {
                let families =
                    plausible.iter().map(|other| other.like.key()).collect::<Vec<_>>().join(" and ");
                let more = others.len() * scenario.lanes.len() * seeds as usize;
                let what = match more {
                    0 => format!("--seeds 16 runs it with the costs of {families}, too, and gives a range."),
                    _ => format!("{more} more runs, with the costs of {families} (--no-range: none)."),
                };
                tell(&format!("The costs of this machine are assumed: {what}"));
            }
            let runs = run::all(&scenario, replay.as_ref(), seeds, others)?;
            print(&if json { runs.to_json() } else { table::of(&runs, scenario.workload.work_unit()) })?;
        }
        Command::Explain { file, policies, lane, from, until, kind, task, most } => {
            let mut scenario = read(&file)?;
            let replay = policies.attach(&mut scenario)?;
            let wanted = explain::Wanted {
                lane,
                from: Ns(from),
                until: Ns(until),
                kind,
                task: task.map(TaskId),
                most: usize::try_from(most).unwrap_or(usize::MAX),
            };
            print(&explain::text(&scenario, replay.as_ref(), &wanted)?)?;
        }
        Command::Validate { file } => {
            read(&file)?;
            print(&format!("{}: valid\n", name(&file)))?;
        }
        Command::Policy(PolicyCommand::Check { file, json, kernel }) => policy::check(&file, kernel, json)?,
        Command::Policy(PolicyCommand::Judge { file, challenge, knob, practice }) => {
            challenge::judge(&file, &challenge, &knob, practice)?;
        }
        Command::Domains { machine, kernel, cluster } => {
            let rules = kernel::rules(meant(&kernel));
            let machine = match machine.to_str().and_then(MachineId::from_key) {
                Some(named) => Machine::preset(named),
                None => machine::built(&machine)?,
            };
            let cluster = cluster.unwrap_or_else(|| domains::has_cluster_level(&machine, &rules));
            print(&domains::build(&machine, &rules, cluster).to_string())?;
        }
        Command::Kernels { names, json } => print(&match &names[..] {
            [] => kernels::all(json),
            [name] => kernels::one(name, json),
            [a, b, ..] => kernels::between([a, b], json),
        })?,
        Command::Machine { files, check: Some(seen), kernel, .. } => {
            let brought = machine::read(&files)?;
            let (rows, notes) = machine::check(&brought.reading.topology, &seen, kernel.as_ref().map(meant))?;
            notes.iter().for_each(|note| tell(&note.to_string()));
            rows.iter().try_for_each(|row| print(&format!("{row}\n")))?;
            if rows.is_empty() {
                print("green  no domains on either side\n")?;
            }
            let differ = rows.iter().filter(|row| !row.is_same()).count();
            if differ > 0 {
                return Err(Failure::of_files(vec![format!("{differ} of {} levels differ", rows.len())]));
            }
        }
        Command::Machine { files, matrix, costs, like, .. } if like.is_some() || !costs.is_empty() => {
            let like = like.unwrap_or(Family::Xeon);
            let brought = matrix.map_or_else(|| machine::read(&files), |csv| machine::infer(&csv))?;
            let (machine, notes) = machine::with_costs(&brought, like, &costs)?;
            notes.iter().for_each(|note| tell(note));
            print(&(machine + "\n"))?;
        }
        Command::Containers { files, json } => {
            let (groups, notes) = machine::containers(&files)?;
            notes.iter().for_each(|note| tell(note));
            let as_json = || serde_json::to_string_pretty(&groups).unwrap_or_default() + "\n";
            print(&if json { as_json() } else { machine::groups_to_text(&groups) })?;
        }
        Command::RtApp { file, scenario, out } => {
            let base = scenario.as_deref().map(read).transpose()?;
            let (scenario, notes) = machine::rt_app(&file, base)?;
            notes.iter().for_each(|note| tell(note));
            if let Some(out) = &out {
                machine::rt_app_out(&scenario, out)?.iter().for_each(|note| tell(note));
            }
            print(&(serde_json::to_string_pretty(&scenario).unwrap_or_default() + "\n"))?;
        }
        Command::Trace { files, machine, from, to, json, replay } => {
            let window = (from, to.unwrap_or(u64::MAX));
            recording::execute(&recording::Wanted { files, machine, window, json, replay })?;
        }
        Command::Machine { files, matrix, json, .. } => {
            let brought = matrix.map_or_else(|| machine::read(&files), |csv| machine::infer(&csv))?;
            print(&if json { machine::to_json(&brought) } else { machine::to_text(&brought) })?;
        }
        Command::Generate { root, .. } if !root.join("sim-wasm").is_dir() => {
            let sorry =
                format!("{}: no folder sim-wasm; expected the root of the repository", root.display());
            return Err(Failure { lines: vec![sorry], code: 2 });
        }
        Command::Generate { check: true, root } => {
            let stale = generate::stale(&root).map_err(|error| Failure::of_files(vec![error.to_string()]))?;
            if !stale.is_empty() {
                let lines =
                    stale.iter().map(|path| format!("{path} is out of date: run `sched generate`")).collect();
                return Err(Failure::of_files(lines));
            }
        }
        Command::Generate { check: false, root } => {
            let written =
                generate::write(&root).map_err(|error| Failure::of_files(vec![error.to_string()]))?;
            written.iter().try_for_each(|path| print(&format!("{path}\n")))?;
        }
        Command::Replicate(options) => replicate::execute(&options)?,
        Command::Measure { experiments, case, seconds, repetitions, cpus, others, patience, json } => {
            let wanted = measure::Wanted {
                experiments,
                case,
                seconds,
                repetitions,
                cpus,
                others_pct: others,
                patience,
            };
            let tables = measure::run(&wanted).map_err(|line| Failure::of_files(vec![line]))?;
            print(&measure::text(&tables, json))?;
            if tables.iter().all(measure::Table::is_empty) {
                return Err(Failure::of_files(vec!["No case could be measured.".into()]));
            }
        }
        Command::Sweep { plan, shard, out } => {
            let plan = sweep::Plan::read(&plan).map_err(Failure::said)?;
            let (now, own) = sweep::run(&plan, shard, &out).map_err(Failure::said)?;
            print(&format!(
                "{now} of {own} runs done, {} were in the file; {} in the plan\n",
                own - now,
                plan.len()
            ))?;
        }
        Command::Merge { plan, parts, scenario } => {
            let plan = sweep::Plan::read(&plan).map_err(Failure::said)?;
            print(&sweep::merge(&plan, &parts, scenario.as_deref()).map_err(Failure::said)?)?;
        }
        Command::Search { file, goal, over, budget, seed, limit_ms, json } => {
            let mut scenario = read(&file)?;
            scenario.limit_ms = limit_ms.unwrap_or(scenario.limit_ms);
            let faults = scenario::check(&scenario);
            if !faults.is_empty() {
                return Err(faults.into());
            }
            let goal = Goal::ALL.into_iter().find(|one| one.key() == goal).unwrap_or(Goal::Loss);
            let budget = budget as usize;
            print(&search::text(&scenario, &search::Wanted { goal, over, budget, seed }, json)?)?;
        }
        Command::Assignment(command) => assignment::execute(command)?,
        Command::Grade(options) => assignment::grade::execute(&options)?,
        Command::Hashes { events } => hashes::of_lines(io::stdin().lock(), events, print)?,
        Command::Bench { file, json } => {
            let timing = bench::time(&read(&file)?)?;
            print(&format!("{}\n", if json { timing.to_json() } else { timing.to_string() }))?;
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match execute(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.lines.iter().for_each(|line| tell(line));
            ExitCode::from(failure.code)
        }
    }
}
