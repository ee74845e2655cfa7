import { DrizzleQueryError } from 'drizzle-orm';
import { errorFields } from './log.ts';

describe('an error in the log', () => {
  it('tells message, code and queue, and nothing of the client attached to it', () => {
    const error = {
      message: 'terminating connection due to administrator command',
      code: '57P01',
      queue: 'run-term',
      client: { secretKey: 12345, connectionParameters: { password: 'hunter2' } },
    };
    const message = 'terminating connection due to administrator command';
    expect(errorFields(error)).toEqual({ message, code: '57P01', queue: 'run-term' });
  });

  it('names a failed statement without its values', () => {
    const cause = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const error = new DrizzleQueryError('update "users"\n set "email" = $1', ['ada@litwatch.example'], cause);
    const message = 'canceling statement due to statement timeout';
    const query = 'update "users" set "email" = $1';
    expect(errorFields(error)).toEqual({ message, code: '57014', query });
    expect(JSON.stringify(errorFields(error))).not.toContain('ada@');
  });

  it('repeats no address that a mail server or a parser quotes back', () => {
    const error = new Error('550 5.1.1 <ada@litwatch.example>: unknown; to=ada@litwatch.example');
    expect(JSON.stringify(errorFields(error))).not.toContain('ada@');
    expect(errorFields(error).message).toBe('550 5.1.1 <<address>>: unknown; <address>');
  });

  it('says something of what is no error', () => {
    expect(errorFields('lost')).toEqual({ message: 'lost' });
    expect(errorFields({})).toEqual({ message: 'Object' });
    const stack = expect.stringContaining('TypeError');
    expect(errorFields(new TypeError('x is undefined'))).toMatchObject({ message: 'x is undefined', stack });
  });
});
