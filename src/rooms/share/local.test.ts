import { expect, test } from 'vitest';
import { localTo } from './local';

test('addresses of this computer or its network are recognised', () => {
  const local = ['localhost:5173', '127.0.0.1:4187', '10.0.0.7', '172.20.1.1', '192.168.1.5', '169.254.1.1', '[::1]'];
  for (const host of [...local, '[fd00::1]', '[fe80::1]', 'laptop', 'laptop.local'])
    expect(localTo(`http://${host}/talk/#v3`), host).toBe('network');
  for (const host of ['example.org', '172.32.0.1', '11.0.0.1', '[2001:db8::1]', '10.example.org'])
    expect(localTo(`https://${host}/`), host).toBeNull();
  expect(localTo('file:///home/x/index.html#v3')).toBe('file');
});
