/** The package's own counts are those of its last look, up to a minute ago, and without an age. */
export const depthStatement = `
  select name as queue, count(*) filter (where state < 'active' and start_after <= now()) as waiting,
    count(*) filter (where state = 'active') as active,
    coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0) as oldest
  from pgboss.job where state <= 'active' group by name`;

/**
 * By the database's clock, which dates all of it. No job of ours waits longer than a few hours; the next tick waits
 * twenty seconds. The other columns say when a task last ran that is due every few seconds or minutes.
 */
export const clockRepairs = [
  `update pgboss.job set start_after = now() where state < 'active'
    and (start_after > now() + interval '1 day' or name = 'tick' and start_after > now() + interval '2 minutes') returning 1`,
  `update pgboss.job set started_on = now() where state = 'active' and started_on > now() + interval '1 hour' returning 1`,
  ...['cron_on', 'bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on'].map(
    (column) =>
      `update pgboss.version set ${column} = now() where ${column} > now() + interval '2 minutes' returning 1`,
  ),
  ...['monitor_on', 'monitor_claim_on', 'maintain_on'].map(
    (column) =>
      `update pgboss.queue set ${column} = now() where ${column} > now() + interval '2 minutes' returning 1`,
  ),
];
