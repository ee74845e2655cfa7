// Longer than 250 lines because it is a table: the texts that the product promises, screen by screen.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { type ScreenName, screens } from './screens.ts';

interface ExpectedTexts {
  screen: ScreenName;
  /** Texts that are visible on the screen. */
  texts: string[];
}

const expected: ExpectedTexts[] = [
  {
    screen: 'landing',
    texts: [
      'Login',
      'Enter your research topic (e.g., machine learning)',
      'Sign in to your dashboard',
      'AI-Powered Discovery',
      'Weekly Digests',
      'Stay Current',
      'Starter',
      '$0',
      '1 search term',
      'Weekly email digests',
      'AI-powered summaries',
      'Research Pro',
      '$5',
      'Up to 5 search terms',
      'Priority AI processing',
      'Advanced filtering',
      'Research Team',
      '$10',
      'Up to 10 search terms',
      'Custom delivery schedules',
      'Your first search term is free.',
      'More than 10 search terms? Contact support.',
      '© 2025',
      'Terms & Conditions',
      'Privacy Policy',
      'Support',
      'Cookie Settings',
    ],
  },
  {
    screen: 'terms',
    texts: [
      'August 11, 2025',
      'The service is informational',
      'No professional advice',
      'No warranty',
      'Limit of liability',
      'personal, non-commercial use',
      'State of Delaware',
      'without notice',
      'a limited liability company',
    ],
  },
  {
    screen: 'privacy',
    texts: [
      'August 11, 2025',
      'Your rights under the GDPR',
      'Your rights under the CCPA',
      'We do not sell your personal data',
      'Transfers to the United States',
      'support@litwatch.example',
    ],
  },
  {
    screen: 'sign up with a topic',
    texts: [
      'Back to search',
      'Ready to search',
      'Create an account or sign in to continue with your search',
      'I agree to the Terms and Conditions',
      'I agree to the Privacy Policy',
    ],
  },
  { screen: 'sign in', texts: ['Back to home', 'Forgot password?', 'Sign In'] },
  {
    screen: 'forgotten password',
    texts: ['Send Reset Link', 'Back to sign in'],
  },
  {
    screen: 'reset password, loading',
    texts: ['New Password', 'Confirm New Password', 'Resetting...', 'Back to sign in'],
  },
  {
    screen: 'verification, no token',
    texts: ['Invalid Verification Link', 'Return Home', 'No verification token provided'],
  },
  {
    screen: 'verification, loading',
    texts: ['Verifying Your Email'],
  },
  {
    screen: 'verification, invalid token',
    texts: ['Verification Failed', 'The verification link is invalid or has expired.', 'Create New Account'],
  },
  {
    screen: 'dashboard, empty',
    texts: [
      'Litwatch',
      'Free',
      'Upgrade',
      'Logout',
      'Add New Search Term',
      'Search Terms: 0/1',
      'Add',
      'Your Search Queue',
      'No search terms in queue yet',
      'Recent Email Digests',
      "No email digests yet. You'll receive your first digest within a week",
      'Email Preferences',
      'Email Notifications',
      'Delivery Day',
      'PubMed',
      'arXiv',
      'bioRxiv/medRxiv',
      'Account Status',
    ],
  },
  {
    screen: 'dashboard, every state',
    texts: [
      'Pro',
      'Upgrade to Team',
      'Search Terms: 5/5',
      'Active',
      'Inactive',
      'Searching...',
      'Complete',
      'Failed',
      'Pending',
      'Added:',
      'Last search:',
      'Next digest:',
      'Edit',
      '"soil microbiome and drought" Research Digest',
      'Weekly Research Digest',
      'Sent',
      'Resend',
      'Cancel Subscription',
    ],
  },
  {
    screen: 'topic, editing',
    texts: ['Original: sleep and memory consolidation', 'Save', 'Cancel'],
  },
  {
    screen: 'digest',
    texts: [
      '"soil microbiome and drought" Research Digest',
      '2 sources',
      '3 papers',
      'Search Term',
      'AI Research Summary',
      'Research Sources',
      'PubMed: 2 papers',
      'Research Papers',
      'Relevance 91%',
      'Search Statistics',
      'Total papers',
      'Close',
    ],
  },
  {
    screen: 'digest, before summaries',
    texts: [
      'AI summary not available for this digest. AI summaries are only available for searches conducted after the latest system update.',
    ],
  },
  {
    screen: 'cancel subscription',
    texts: [
      'Team',
      'Are you sure you want to cancel your subscription? You will be downgraded to the free tier and limited to 1 search term.',
      'Keep Subscription',
      'Cancel Subscription',
    ],
  },
  {
    screen: 'plans, Pro',
    texts: [
      'Back to Dashboard',
      'Your current plan: Research Pro',
      'Downgrade Not Available',
      'Current Plan',
      'Upgrade to Research Team',
      'Starter',
      'Weekly email digests',
      'Four research sources',
      'AI-powered summaries',
      'Priority email support',
      'Advanced relevance scoring',
      'Reduce your search terms to the limit of the plan you want first.',
      'What if I need more than 10 search terms?',
      'Contact support',
    ],
  },
  {
    screen: 'payment',
    texts: [
      'Back to Plans',
      'Research Team',
      '$10',
      'Up to 10 search terms',
      'Card number',
      'Expiry date',
      'CVC',
      'ZIP code',
      'renews monthly and can be cancelled',
      '256-bit SSL encryption',
    ],
  },
  {
    screen: 'payment success, unconfirmed',
    texts: ['Payment Successful!', 'Waiting for webhook confirmation'],
  },
  {
    screen: 'payment success',
    texts: ['Payment Successful!', 'Redirecting to dashboard...'],
  },
  {
    screen: 'fix subscription',
    texts: ['Fix Subscription', 'Check Payment Status', 'Fix My Subscription', 'support@litwatch.example'],
  },
  {
    screen: 'unsubscribe, no token',
    texts: [
      'Unsubscribe Failed',
      'Invalid unsubscribe link. Please check your email for the correct link.',
      'Go to the homepage',
      'Contact support',
    ],
  },
  {
    screen: 'unsubscribed, deleted topic',
    texts: ['Unsubscribed Successfully', 'You have been successfully unsubscribed.', 'Go to the homepage'],
  },
  {
    screen: 'unsubscribe, server error',
    texts: ['Unsubscribe Failed', 'Failed to unsubscribe. Please try again later.'],
  },
  {
    screen: 'mail tool',
    texts: [
      'Please enter an email address',
      'Send Welcome Email',
      'Send Sample Digest',
      'Trigger Weekly Digest',
    ],
  },
  { screen: 'unknown page', texts: ['404 Page Not Found'] },
];

test.describe('screen texts', () => {
  for (const { screen, texts } of expected)
    test(`shows the texts of: ${screen}`, async ({ page }) => {
      await screens[screen](page);
      for (const text of texts) await expect(textOn(page, text), text).toBeVisible();
    });
});

/** A text in the page, or as the placeholder of an empty field. */
const textOn = (page: Page, text: string) =>
  page.getByText(text).or(page.getByPlaceholder(text)).filter({ visible: true }).first();
