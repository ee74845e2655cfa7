import { isUuid } from '#platform/http/uuid.ts';
import { digestId } from './finish.ts';

const topic = '0b8f1c9e-5a53-4a8e-9d0f-9a4f0a2a7a11';
const monday = new Date('2026-08-17T07:00:00Z');

describe('digestId', () => {
  it('stays the same when a digest is composed again', () => {
    expect(digestId(topic, 'weekly', monday)).toBe(digestId(topic, 'weekly', new Date(monday)));
    expect(digestId(topic, 'weekly', monday)).toBe('19ded31b-2411-8a8f-b355-cc538668d749');
  });

  it('differs by topic, type and period', () => {
    const ids = [
      digestId(topic, 'weekly', monday),
      digestId(topic, 'note', monday),
      digestId(topic, 'weekly', new Date(monday.getTime() + 1)),
      digestId(topic.replace('0', '1'), 'weekly', monday),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(ids.every(isUuid)).toBe(true);
  });
});
