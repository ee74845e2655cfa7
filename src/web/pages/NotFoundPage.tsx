import { ButtonAnchor } from '../parts/Button.tsx';
import { Page } from '../parts/Page.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';

export const NotFoundPage = () => (
  <Page className="grid max-w-2xl place-items-center py-16 text-center">
    <div>
      <PageTitle>404 Page Not Found</PageTitle>
      <p className="prose mx-auto mt-4 text-muted">
        There is nothing at this address. It may have been mistyped, or the page may have moved.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonAnchor href="/">Go to the homepage</ButtonAnchor>
        <ButtonAnchor href="/dashboard" variant="secondary">
          Open your dashboard
        </ButtonAnchor>
      </div>
    </div>
  </Page>
);
