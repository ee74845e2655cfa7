import { resumeSearch } from './AddTopic.tsx';

test.each([
  ['nothing waits', { fromAddress: null, fromSession: null, room: true }, null, null, false],
  ['kept here', { fromAddress: null, fromSession: 'soil', room: true }, 'soil', null, false],
  [
    'kept here and in the address',
    { fromAddress: 'soil', fromSession: 'soil', room: true },
    'soil',
    null,
    false,
  ],
  ['in the address alone', { fromAddress: 'soil', fromSession: null, room: true }, null, 'soil', false],
  ['kept here, plan full', { fromAddress: null, fromSession: 'soil', room: false }, null, 'soil', true],
  ['blank', { fromAddress: '  ', fromSession: ' ', room: true }, null, null, false],
  ['too long', { fromAddress: 'a'.repeat(301), fromSession: null, room: true }, null, null, false],
] as const)('resumes the search: %s', (_, waiting, submit, fill, keep) =>
  expect(resumeSearch(waiting)).toEqual({ submit, fill, keep }),
);
