import { isLoopback } from './politeClient.ts';

describe('isLoopback', () => {
  it.each([
    ...['http://127.0.0.1:1', 'http://127.9.9.9', 'http://127.1'],
    ...['http://[::1]:8080', 'http://localhost', 'http://a.localhost'],
  ])('accepts %s', (address) => expect(isLoopback(new URL(address))).toBe(true));

  it.each([
    ...['https://export.arxiv.org', 'http://128.0.0.1'],
    ...['http://127.0.0.1.example', 'http://localhost.example'],
  ])('rejects %s', (address) => expect(isLoopback(new URL(address))).toBe(false));
});
