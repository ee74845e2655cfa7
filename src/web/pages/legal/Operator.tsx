import { useSite, useSupportMail } from '#web/api/query.ts';

/** The operator of this installation. Until it is loaded, the sentence works without the name. */
export const OperatorName = () => <>{useSite()?.operatorName ?? 'the operator of this site'}</>;

export const OperatorAddress = () => <>{useSite()?.postalAddress ?? 'the address given in every mail'}</>;

export function SupportLink() {
  const address = useSite()?.supportEmail;
  const support = useSupportMail();
  return address ? (
    <a className="link" href={support}>
      {address}
    </a>
  ) : (
    'the support address in the footer'
  );
}
