import { Actions } from '../parts/Actions.tsx';
import { ButtonAnchor } from '../parts/Button.tsx';
import { Narrow } from '../parts/Narrow.tsx';

export const NotFoundPage = () => (
  <Narrow
    title="404 Page Not Found"
    lead="There is nothing at this address. It may have been mistyped, or the page may have moved."
  >
    <Actions>
      <ButtonAnchor href="/">Go to the homepage</ButtonAnchor>
      <ButtonAnchor href="/dashboard" variant="secondary">
        Open your dashboard
      </ButtonAnchor>
    </Actions>
  </Narrow>
);
