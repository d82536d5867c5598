import type { transportEn } from './words.en';

export const transportZh: Readonly<Record<keyof typeof transportEn, string>> = {
  'transport.label': '播放控制',
  'transport.time': '模拟时间',
  'transport.events': '事件',
  'transport.hash': '事件哈希',
  'transport.pace': '节奏',
  'transport.watch': '慢：看迁移',
  'transport.race': '快：看流量',
  'transport.speed': '速度',
  'transport.real': '实时',
  'transport.max': '最快',

  'time.scrub': '运行的时刻',
  'time.marker.flip': '通道 {lane}：{time} 时切换了开关',
  'time.marker.fork': '{time} 处有分叉',
  'time.marker.difference': '两通道在 {time} 首次不同',
  'time.marker.note': '{time} 处的注释：{text}',
  'time.unfollow': '不再跟随该任务',
  'time.nothing.next': '前方可及范围内没有这样的决策。',
  'time.nothing.last': '此刻之前没有这样的决策。',
};
