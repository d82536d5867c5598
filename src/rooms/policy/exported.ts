/** The source as a file that the kernel loads: with its header, a licence and the table of hooks. */

/** Hooks that a function may be named after, longest first, so that `update_idle` is not taken for another. */
function hookIn(name: string, hooks: readonly string[]): string | undefined {
  return hooks.find((hook) => name === hook || name.endsWith(`_${hook}`));
}

/** Adds what the source lacks; `hooks` are the names of all hooks. */
export function exported(source: string, name: string, hooks: readonly string[]): string {
  const longest = hooks.toSorted((one, other) => other.length - one.length);
  const include = /#\s*include\s*[<"]scx\//.test(source) ? '' : '#include <scx/common.bpf.h>\n\n';
  const licence = /SEC\s*\(\s*"license"\s*\)/.test(source) ? '' : '\nchar _license[] SEC("license") = "GPL";\n';
  const written = Array.from(source.matchAll(/\bBPF_STRUCT_OPS(?:_SLEEPABLE)?\s*\(\s*(\w+)/g), ([, one = '']) => one);
  const rows = written.flatMap((one) => {
    const hook = hookIn(one, longest);
    return hook ? [`\t       .${hook} = (void *)${one},\n`] : [];
  });
  const table = /SCX_OPS_DEFINE\s*\(|\.struct_ops/.test(source)
    ? ''
    : `\nSCX_OPS_DEFINE(${name.replace(/\W/g, '_')}_ops,\n${rows.join('')}\t       .name = "${name}");\n`;
  const end = source === '' || source.endsWith('\n') ? '' : '\n';
  return include + source + end + licence + table;
}
