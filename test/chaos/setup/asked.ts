import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    due: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '20' },
    log: { type: 'string' },
    only: { type: 'string' },
  },
});

/** What the command line asked for. */
export const asked = {
  isCluster: positionals[0] === 'cluster',
  /** Digests due at the start of a part that kills, each for another reader. */
  due: Number(values.due),
  kills: Number(values.kills),
  /** The file to which the processes write their log. */
  log: values.log ?? null,
  /** `days`: an operator's bad days; `channels`: readers' services; `kills`: the rest; or words of some parts' titles. */
  only: values.only,
};
