import { deleteAnalyticsCookies, isAnalyticsCookie } from './consent.ts';

test.each(['_ga', '_ga_ABC123', '_gid', '_gat_UA-1', '_pk_id.1.abcd', '_pk_ses.1', '_fbp', '_fbc'])(
  '%s is deleted when analytics is declined',
  (name) => expect(isAnalyticsCookie(name)).toBe(true),
);

test.each(['session', '__Host-session', 'x_ga', '_fbpx', '_fb', ''])('keeps the cookie %s', (name) =>
  expect(isAnalyticsCookie(name)).toBe(false),
);

test('declining deletes a cookie on the host itself and on every parent domain', () =>
  expect(written('session=1; _ga=GA1.2.3; theme=_ga', 'www.litwatch.example')).toEqual([
    '_ga=; Max-Age=0; Path=/',
    '_ga=; Max-Age=0; Path=/; Domain=.www.litwatch.example',
    '_ga=; Max-Age=0; Path=/; Domain=.litwatch.example',
  ]));

test('deletes nothing on a first visit', () => {
  expect(written('', 'localhost')).toEqual([]);
  expect(written('_gid=1', 'localhost')).toEqual(['_gid=; Max-Age=0; Path=/']);
});

/** What was assigned to a jar that holds these cookies. */
function written(cookies: string, hostname: string): string[] {
  const assigned: string[] = [];
  const jar = {
    get cookie() {
      return cookies;
    },
    set cookie(assignment: string) {
      assigned.push(assignment);
    },
  };
  deleteAnalyticsCookies(jar, hostname);
  return assigned;
}
