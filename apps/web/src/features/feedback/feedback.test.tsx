import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderInApp } from '../../testing/render.tsx';
import { GraphqlProvider } from '../../lib/graphql/graphql-context.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { FeedbackButton } from './feedback-button.tsx';

async function open(answer: () => unknown) {
  const fake = answeringServer({ SendUserFeedback: answer });
  await renderInApp(
    <GraphqlProvider value={{ request: fake.graphql }}>
      <FeedbackButton featureName="Search" />
    </GraphqlProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Feedback on Search' }));
  await screen.findByRole('dialog', { name: 'Feedback' });
  return fake;
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const write = (text: string) => userEvent.type(screen.getByRole('textbox'), text);

describe('feedback', () => {
  it('[001-8.10] [001-9.17] [000-8.12] is sent with a rating of 1 to 5, and thanked for', async () => {
    const fake = await open(() => ({ sendUserFeedback: { id: 'f1' } }));
    const sizes = document.querySelector<HTMLElement>('[style*="--modal-size"]');
    expect(sizes?.style.getPropertyValue('--modal-size')).toContain('28.125rem'); // 450 px
    const ratings = screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));
    expect(ratings).toEqual(['1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5']);
    await userEvent.click(screen.getByRole('radio', { name: '4 of 5' }));
    await write('The histogram helps');
    await send();
    expect(await screen.findByText('Feedback received. Thank you!')).toBeDefined();
    expect(fake.inputsOf('SendUserFeedback')).toEqual([
      {
        featureName: 'Search',
        feedbackText: 'The histogram helps',
        featureUsefulness: 4,
        locationUrl: window.location.href,
        screenWidth: window.innerWidth,
      },
    ]);
  });

  it('needs a text, and no rating', async () => {
    const fake = await open(() => ({ sendUserFeedback: { id: 'f1' } }));
    await send();
    expect(await screen.findByText('This field is required')).toBeDefined();
    expect(fake.calls).toEqual([]);
    await userEvent.click(screen.getByRole('radio', { name: '2 of 5' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await write('Fine');
    await send();
    await waitFor(() =>
      expect(fake.inputsOf('SendUserFeedback')).toMatchObject([{ featureUsefulness: null }]),
    );
  });

  it('[001-8.9] [000-8.11] says why it was not sent, and keeps what was written', async () => {
    const said = vi.spyOn(toast, 'error').mockImplementation(() => undefined);
    await open(() => new Error('The disk of the state store is full.'));
    await write('Fine');
    await send();
    await waitFor(() =>
      expect(said.mock.calls).toEqual([
        [{ title: 'Failed to send feedback', message: 'The disk of the state store is full.' }],
      ]),
    );
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Fine');
  });
});
