import { licenseOf } from './record.ts';

it.each([
  ['cc_by', 'cc-by'],
  ['cc by-nc-nd', 'cc-by-nc-nd'],
  ['CC BY 4.0', 'cc-by'],
  ['cc0', 'cc0'],
  ['http://creativecommons.org/licenses/by-sa/4.0/', 'cc-by-sa'],
  ['http://creativecommons.org/publicdomain/zero/1.0/', 'cc0'],
  ['http://arxiv.org/licenses/nonexclusive-distrib/1.0/', null],
  ['cc_no', null],
  ['publisher-specific-oa', null],
  ['', null],
  [null, null],
])('reads the license %j as %j', (written, license) => expect(licenseOf(written)).toBe(license));
