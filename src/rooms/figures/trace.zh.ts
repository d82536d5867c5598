/** Chinese of taking a trace away. */
import type { traceEn } from './trace.en';

export const traceZh: Readonly<Record<keyof typeof traceEn, string>> = {
  'trace.about':
    '把运行中的一段带到你常用的工具里。每次切换、唤醒和迁移都用内核的名字；在 Perfetto UI 中，每个决策是一个带步骤的切片，箭头从唤醒者指向任务运行的地方。',
  'trace.lane': '通道',
  'trace.from': '从（µs）',
  'trace.until': '到（µs）',
  'trace.all': '到目前为止',
  'trace.private': 'Perfetto UI 在自己的窗口中打开，需要网络。交给它的数据不会离开这台计算机。',
  'trace.open': '在 Perfetto UI 中打开',
  'trace.file': 'Perfetto 文件',
  'trace.txt': 'ftrace 文本',
  'trace.schedstat': '/proc/schedstat',
  'trace.domains': 'sched/domains',
  'trace.cancel': '取消',
  'trace.writing': '正在重新运行：到 {time}，{size} MiB。',
  'trace.written': '已写好：{size} MiB。',
  'trace.tooLong': '超过 {most} MiB：到 {time} 已写满。请选短一些的一段。',
  'trace.failed': '无法写出跟踪。请再试一次。',
  'trace.noWindow': '浏览器没有打开窗口。请取文件，再拖到 Perfetto UI 上。',
  'trace.noAnswer': '{address} 没有应答：有网络吗？请改取文件。',
};
