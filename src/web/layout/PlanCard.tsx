import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Plan } from '#shared/billing/plan.ts';
import { Badge } from '../ui/Badge.tsx';

interface PlanCardProps {
  plan: Plan;
  /** Shown beside the name, such as “Current plan”. */
  badge?: string;
  action: ReactNode;
}

/** One plan: name, price, features, and a button. */
export const PlanCard = ({ plan, badge, action }: PlanCardProps) => (
  <li className="flex flex-col rounded-xl border border-line bg-sheet p-6 sm:p-7">
    <div className="flex min-h-7 items-center justify-between gap-3">
      {/* The price list’s own name of the smallest plan, which is “Free” everywhere else. */}
      <h3 className="font-serif text-xl font-semibold">{plan.monthlyPrice ? plan.name : 'Starter'}</h3>
      {badge && <Badge tone="accent">{badge}</Badge>}
    </div>
    <p className="mt-3 flex items-baseline gap-1.5">
      <span className="font-serif text-4xl font-semibold">{price(plan)}</span>
      <span className="text-muted">{plan.monthlyPrice ? '/month' : 'forever'}</span>
    </p>
    <ul className="mt-5 mb-7 grow space-y-2.5 text-[0.9375rem]">
      {plan.features.map((feature) => (
        <li key={feature} className="flex gap-2.5">
          <Check className="mt-1 size-4 shrink-0 text-accent" />
          {feature}
        </li>
      ))}
    </ul>
    {action}
  </li>
);

/** `$5`, whole dollars where there are no cents. */
export const price = ({ monthlyPrice }: Pick<Plan, 'monthlyPrice'>): string => dollars(monthlyPrice);

/** US cents as dollars. */
export const dollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100);
