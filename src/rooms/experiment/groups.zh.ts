/** 控制组，以及各类任务对调度器的要求。 */
import type { groupsEn } from './groups.en';

export const groupsZh: Readonly<Record<keyof typeof groupsEn, string>> = {
  title: '控制组',
  note: '一层 cgroup v2。每个组在一个 CPU 的队列里是一个调度实体：cpu.weight 决定它在那里的权重，cpu.max 决定它在一个周期里得到多少 CPU 时间，用完就被限流。',
  o1: '2.5.5x 没有控制组：在那里这些设置不起作用。',
  add: '添加控制组',
  remove: '删除 {name}',
  name: '名称',
  nameLong: '名称最多 {most} 个字符。',
  unnamed: '组 {number}',
  max: 'max',
  quotaLeast: '{value}：配额至少为 {least} µs；留空表示 max。',
  tasks: '任务的要求',
  group: '组',
  root: '根组',
  'kind.sender': '发送者',
  'kind.receiver': '接收者',
  'kind.client': '客户端',
  'kind.server': '服务端',
  'kind.job': '作业',
  'kind.hog': '占满 CPU 的任务',
  'kind.rival': '另一类占满 CPU 的任务',
  'kind.sleeper': '睡眠任务',
  'kind.messenger': '消息线程',
  'kind.worker': '工作线程',
  'kind.thread': '线程',
};
