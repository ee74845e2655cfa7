import { CenteredPage } from '../layout/CenteredPage.tsx';
import { Actions, ButtonAnchor } from '../ui/Form.tsx';

export const NotFoundPage = () => (
  <CenteredPage
    title="404 Page Not Found"
    lead="There is nothing at this address. It may have been mistyped, or the page may have moved."
  >
    <Actions>
      <ButtonAnchor href="/">Go to the homepage</ButtonAnchor>
      <ButtonAnchor href="/dashboard" variant="secondary">
        Open your dashboard
      </ButtonAnchor>
    </Actions>
  </CenteredPage>
);
