/** pg-boss's own counts are up to a minute old and have no age. */
export const depthStatement = `
  select name as queue, count(*) filter (where state < 'active' and start_after <= now()) as waiting,
    count(*) filter (where state = 'active') as active,
    coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0) as oldest
  from pgboss.job where state <= 'active' group by name`;

/**
 * Uses the database's clock, which wrote all of these times. None of our jobs waits longer than a few hours; the next
 * tick waits twenty seconds. The other columns record the last run of tasks that are due every few seconds or minutes.
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
