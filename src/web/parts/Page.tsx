import type { ReactNode } from 'react';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

interface PageProps {
  /** Right side of the header. */
  header?: ReactNode;
  home?: string;
  /** Width and spacing of the content. */
  className?: string;
  children: ReactNode;
}

/** Header, content, footer. The content takes the focus when the page changes. */
export const Page = ({ header, home, className = 'max-w-6xl py-10', children }: PageProps) => (
  <div className="flex min-h-dvh flex-col">
    <Header home={home}>{header}</Header>
    <main id="content" tabIndex={-1} className={`mx-auto w-full grow px-4 sm:px-6 ${className}`}>
      {children}
    </main>
    <Footer />
  </div>
);
