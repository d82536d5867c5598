/** What is wrong with a document, by kind. */
import type { faultsEn } from './faults.en';

export const faultsZh: Readonly<Record<keyof typeof faultsEn, string>> = {
  'fault.document': '文档',
  'fault.not_json': '这不是 JSON：从第 {line} 行第 {column} 列起无法读取。',
  'fault.missing': '缺少 {field}。',
  'fault.unknown_field': '没有字段 {field}；可用的有 {known}。',
  'fault.unknown_word': '{field}：不认识 {value}；可用的有 {known}。',
  'fault.other': '{field}：不允许 {value}。',
  'fault.form': '{field}：{value} 不是{form}。',
  'fault.not_number': '整数',
  'fault.not_list': '列表',
  'fault.not_object': '对象',
  'fault.not_bool': ' true 或 false',
  'fault.not_text': '文本',
};
