import type { GalleryKey } from './words';

/** 中文，陈列厅；随之载入。 */
export const galleryZh: Readonly<Record<GalleryKey, string>> = {
  title: '调度器实验场',
  intro:
    '在具体的机器上看 Linux 调度器的机制：两个通道并列，只差一处。一切都在你的浏览器里模拟；每张卡片都是一个链接。',
  nav: '陈列厅的各部分',
  back: '进入实验',
  acts: '五幕',
  'acts.text': '邮件列表上的五个补丁系列，一步一步讲来：当时说了什么，发生了什么，是否成立。',
  'acts.open': '第 {number} 幕',
  presets: '实验',
  'presets.text': '一台机器，一种负载，两个只差一种机制的内核。',
  machines: '机器',
  'machines.text': '当年测量所用的机器，各有一个实验。',
  'machine.one': '一个节点',
  'machine.some': '{nodes} 个节点',
  'machine.clusters': '每四个一个集群',
  separator: '，',
};
