// Rust, the tools around WebAssembly, and the WebAssembly itself.
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { addToPath, attempt, bin, env, Problem, root, run, say, seconds, which } from './process.mjs';
import { download, needLinker } from './system.mjs';

export const workspace = join(root, 'sim-wasm');

const targetFolder = process.env.CARGO_TARGET_DIR ?? join(workspace, 'target');

/** The path of the compiled command line. */
export const program = join(targetFolder, 'release/sched');
/** The one that `cargo test` compiles. */
export const testedProgram = join(targetFolder, 'debug/sched');

const read = (path) => readFileSync(path, 'utf8');

/** In the user's cache, so that a second clone finds the tools of the first; in the clone if that is read-only. */
export const cache = (() => {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'scheduler-playground');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return join(root, '.cache');
  }
})();

const toolchain = (() => {
  const text = read(join(workspace, 'rust-toolchain.toml'));
  const list = (key) => [...(text.match(new RegExp(`${key} = \\[(.*)\\]`))?.[1] ?? '').matchAll(/"(.+?)"/g)];
  return {
    version: text.match(/channel = "(.+)"/)?.[1] ?? 'stable',
    components: list('components').map((match) => match[1]),
    targets: list('targets').map((match) => match[1]),
  };
})();

const versionOf = async (command, args = ['--version']) => {
  const { code, output } = await attempt(command, args, { cwd: workspace });
  return code === 0 ? output.match(/\d+\.\d+\.\d+/)?.[0] : undefined;
};

const atLeast = (version, wanted) => version.localeCompare(wanted, 'en', { numeric: true }) >= 0;

const rustWorks = async () => {
  const version = await versionOf('rustc');
  return version !== undefined && atLeast(version, toolchain.version) && (await versionOf('cargo')) !== undefined;
};

const missingParts = async () => {
  const parts = [];
  for (const target of toolchain.targets) {
    const { code, output } = await attempt('rustc', ['--print', 'target-libdir', '--target', target], {
      cwd: workspace,
    });
    if (code !== 0 || !existsSync(output.trim())) parts.push(['target', target]);
  }
  for (const component of toolchain.components) {
    const command = component === 'rustfmt' ? 'rustfmt' : `cargo-${component}`;
    if ((await versionOf(command)) === undefined) parts.push(['component', component]);
  }
  return parts;
};

/** Completes the installed Rust; returns whether it now satisfies sim-wasm/rust-toolchain.toml. */
const complete = async () => {
  const rustup = which('rustup') !== null;
  if (!(await rustWorks())) {
    if (!rustup) return false;
    say(`Installing Rust ${toolchain.version} with rustup (usually 15 s)`);
    const parts = [
      ...toolchain.components.flatMap((name) => ['--component', name]),
      ...toolchain.targets.flatMap((name) => ['--target', name]),
    ];
    // The user's rustup is not updated.
    const how = ['--no-self-update', '--profile', 'minimal'];
    await attempt('rustup', ['toolchain', 'install', toolchain.version, ...how, ...parts], { show: true });
    if (!(await rustWorks())) return false;
  }
  for (const [kind, name] of await missingParts()) {
    if (!rustup) return false;
    say(`Adding the Rust ${kind} ${name} (usually 2 s)`);
    if ((await attempt('rustup', [kind, 'add', name], { cwd: workspace, show: true })).code !== 0) return false;
  }
  return true;
};

/** The version of rustup's installer, and by platform its target and hash. */
const RUSTUP = '1.29.0';
const INSTALLERS = {
  'x64-linux': {
    target: 'x86_64-unknown-linux-gnu',
    sha256: '4acc9acc76d5079515b46346a485974457b5a79893cfb01112423c89aeb5aa10',
  },
  'arm64-linux': {
    target: 'aarch64-unknown-linux-gnu',
    sha256: '9732d6c5e2a098d3521fca8145d826ae0aaa067ef2385ead08e6feac88fa5792',
  },
};

const setPrivateRust = () => {
  env.RUSTUP_HOME = join(cache, 'rustup');
  env.CARGO_HOME = join(cache, 'cargo');
  addToPath(join(env.CARGO_HOME, 'bin'));
};

let rustReady = false;

/** The pinned Rust: the installed one, completed with rustup, or else a private one in the cache. */
export const needRust = async () => {
  if (rustReady) return;
  await needLinker();
  if (which('cargo') === null) addToPath(join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin'));
  rustReady = await complete();
  if (rustReady) return;

  setPrivateRust();
  if (which('rustup')?.startsWith(cache) !== true) {
    const sorry =
      "The simulator is written in Rust, and rustup's installer could not be fetched: install Rust from https://rustup.rs and try again.";
    const platform = `${process.arch}-${process.platform}`;
    const known = INSTALLERS[platform];
    if (!known) throw new Problem(`${sorry} (None is known by its hash for ${platform}.)`);
    say(
      `No Rust ${toolchain.version} here: fetching rustup ${RUSTUP} (20 MB) and with it Rust (700 MB on disk) into ${cache} (usually 20 s)`,
    );
    const installer = join(cache, 'rustup-init');
    const source = process.env.RUSTUP_UPDATE_ROOT ?? 'https://static.rust-lang.org/rustup';
    await download(`${source}/archive/${RUSTUP}/${known.target}/rustup-init`, installer, known.sha256, sorry);
    chmodSync(installer, 0o755);
    await run(installer, ['-y', '-q', '--no-modify-path', '--profile', 'minimal', '--default-toolchain', 'none'], {
      extraEnv: { RUSTUP_INIT_SKIP_PATH_CHECK: 'yes' },
      problem: sorry,
    });
    rmSync(installer);
  }
  rustReady = await complete();
  if (!rustReady) {
    throw new Problem(
      `Rust ${toolchain.version} could not be completed: run "rustup toolchain install" in sim-wasm and try again.`,
    );
  }
};

/** The version of the wasm-pack crate that is compiled if wasm-pack is missing. */
const wasmPackVersion = '0.15.1';

const lockedVersion = (crate) =>
  read(join(workspace, 'Cargo.lock')).match(new RegExp(`name = "${crate}"\\nversion = "(.+)"`))?.[1];

const needWasmTools = async () => {
  const bindgen = lockedVersion('wasm-bindgen');
  const tools = join(cache, `tools-${wasmPackVersion}-${bindgen}`);
  addToPath(join(tools, 'bin'), join(root, 'node_modules/.bin'));
  await needTools(tools, async () => [
    ...((await versionOf('wasm-pack')) === undefined ? [['wasm-pack', '--version', wasmPackVersion]] : []),
    // Otherwise wasm-pack would download one without checking its hash.
    ...((await versionOf('wasm-bindgen')) !== bindgen
      ? [['wasm-bindgen-cli', '--version', bindgen, '--no-default-features', '--bin', 'wasm-bindgen']]
      : []),
  ]);
};

/** Compiles the tools in `missing`, once for all clones and commands of a user. */
export const needTools = async (tools, missing) => {
  if ((await missing()).length === 0) return;
  await withLock(`${tools}.lock`, async () => {
    const wanted = await missing();
    if (wanted.length === 0) return;
    say(`Compiling ${wanted.map(([name]) => name).join(' and ')} once, into ${tools} (usually 1 to 2 minutes)`);
    const since = performance.now();
    const results = await Promise.allSettled(wanted.map(([name, ...rest]) => compileTool(tools, name, ...rest)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
    say(`Compiled in ${seconds(since)}`);
  });
};

/** Compiles a program from the registry. Its speed does not matter, its compile time does. */
const compileTool = async (tools, name, ...args) => {
  const build = join(tools, 'build', name);
  await run('cargo', ['install', '--locked', '--root', tools, '--target-dir', build, name, ...args], {
    cwd: workspace,
    extraEnv: {
      CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
      CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
      CARGO_PROFILE_RELEASE_STRIP: 'true',
    },
    problem: `${name} could not be compiled: install it by hand (cargo install ${name} --version ${args[1]}) and try again.`,
  });
  try {
    rmSync(build, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch {
    // Compilers left by a killed start still write here: leftovers cost disk space only.
  }
};

const MUTANTS = '27.1.0';

/** The program for mutation testing. */
export const needMutants = async () => {
  await needRust();
  const tools = join(cache, `cargo-mutants-${MUTANTS}`);
  addToPath(join(tools, 'bin'));
  await needTools(tools, async () =>
    (await versionOf('cargo-mutants', ['mutants', '--version'])) === MUTANTS
      ? []
      : [['cargo-mutants', '--version', MUTANTS]],
  );
};

const llvm = (...args) => args.map((arg) => `-C llvm-args=${arg}`).join(' ');
/** The binding of the simulator, which is built twice, from the same source. */
const simulator = { name: 'sched_wasm', crate: 'wasm' };
/**
 * For size alone. A first load of at most 450 kB needs this: with level `s` the simulator has 20 kB more (gzipped) and
 * handles 40 % more events/s. With a threshold of 15 instead of 20 it has 5 kB less and handles a quarter fewer; with 30
 * it has 3.5 kB more and handles 0 to 3 % more.
 */
const small = { level: 'z', rustFlags: llvm('-inline-threshold=20'), wasmOpt: '-Os' };
/** Inlines only what becomes smaller: this saves 2 % of the bytes. */
const onDemand = { level: 's', rustFlags: llvm('-inline-threshold=0'), wasmOpt: '-Os' };
/**
 * The modules: the crate of each, its folder, its optimization level in Rust, and that of wasm-opt. The small simulator
 * is part of the first load; workers that start later get the fast one. Code that is needed later than the simulator
 * shares the third module.
 */
const modules = [
  { ...simulator, ...small, folder: 'pkg' },
  {
    ...simulator,
    folder: 'pkg/fast',
    features: ['policies'],
    level: '3',
    // Calls cost more here than natively: four times the usual inlining, but none of cold code.
    rustFlags: llvm('-inline-threshold=1000', '-inlinecold-threshold=0', '-unroll-runtime=false'),
    // Cargo locks its target folder, so parallel builds need different ones.
    target: 'target/fast',
    wasmOpt: '-O3',
  },
  {
    name: 'sched_tools',
    crate: 'tools-wasm',
    folder: 'pkg/tools',
    ...onDemand,
  },
];

/** A reference loop: speeds are given relative to it. Only the benchmark loads it. */
const yardstick = {
  name: 'sched_yardstick',
  crate: 'yardstick',
  folder: 'pkg/yardstick',
  level: '3',
  wasmOpt: '-O3',
};

/** A crate and all crates of the workspace that it depends on. */
const withDependencies = (crate, found = new Set()) => {
  found.add(crate);
  const [dependencies] = read(join(workspace, crate, 'Cargo.toml')).split('[dev-dependencies]');
  for (const [, other] of dependencies.matchAll(/path = "\.\.\/(.+?)"/g)) {
    if (!found.has(other)) withDependencies(other, found);
  }
  return [...found];
};

/** A hash of all inputs of a module. */
const inputs = (module) => {
  const crates = withDependencies(module.crate);
  const hash = createHash('sha256').update(JSON.stringify(module));
  const files = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', ...crates.map((crate) => `${crate}/Cargo.toml`)];
  for (const crate of crates) {
    for (const entry of readdirSync(join(workspace, crate, 'src'), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push(join(entry.parentPath ?? entry.path, entry.name).slice(workspace.length + 1));
    }
  }
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(workspace, file)));
  const { binaryen } = JSON.parse(read(join(root, 'package.json'))).devDependencies;
  return hash.update(`binaryen ${binaryen}`).digest('hex');
};

const isBuilt = (module) => {
  const stamp = join(workspace, module.folder, '.inputs');
  return existsSync(stamp) && read(stamp) === inputs(module);
};

/** The folders of the modules that are missing or older than their source. */
export const staleModules = () => modules.filter((module) => !isBuilt(module)).map(({ folder }) => folder);

const needCompilers = async () => {
  await needRust();
  await needWasmTools();
};

/** Prepares the compilers of `needWasm`, if a module is out of date: this needs no npm package. */
export const needWasmCompilers = async () => {
  if (staleModules().length > 0) await needCompilers();
};

/** Builds the modules that are out of date; if none is, Rust is not needed. */
const need = async (all) => {
  const stale = all.filter((module) => !isBuilt(module));
  if (stale.length === 0) return;
  await needCompilers();
  say(`Building ${stale.map(({ folder, name }) => `${folder}/${name}`).join(', ')} with wasm-pack (usually 2 minutes)`);
  const since = performance.now();
  // In parallel, since the last step of a build uses one core.
  await Promise.all(stale.map(buildModule));
  say(`Built in ${seconds(since)}`);
};

/**
 * Builds the modules of sim-wasm/pkg. Their declarations are committed in sim-wasm/types, so that the type check works
 * without Rust.
 */
export const needWasm = async () => {
  await need(modules);
  for (const { folder, name } of modules) {
    const file = `${name}.d.ts`;
    copyFileSync(join(workspace, folder, file), join(workspace, folder.replace('pkg', 'types'), file));
  }
};

export const needYardstick = () => need([yardstick]);

const buildModule = async (module) => {
  const { name, crate, folder, level, rustFlags, target, wasmOpt, features = [] } = module;
  const stamp = join(workspace, folder, '.inputs');
  const now = inputs(module);
  rmSync(stamp, { force: true });
  const args = ['--target', 'web', '--release', '--out-dir', `../${folder}`, '--out-name', name, '--no-pack'];
  const chosen = features.length > 0 ? ['--features', features.join()] : [];
  await run('wasm-pack', ['build', crate, ...args, '--', '--locked', ...chosen], {
    cwd: workspace,
    extraEnv: {
      CARGO_PROFILE_RELEASE_OPT_LEVEL: level,
      ...(rustFlags && { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: rustFlags }),
      ...(target && { CARGO_TARGET_DIR: join(workspace, target) }),
    },
    problem: 'The WebAssembly could not be built; the compiler says why above.',
  });
  const file = join(workspace, folder, `${name}_bg.wasm`);
  await run(bin('wasm-opt'), [file, '-o', file, wasmOpt], {
    problem: 'The WebAssembly could not be made smaller; wasm-opt says why above.',
  });
  writeFileSync(stamp, now);
};
