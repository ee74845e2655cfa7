// The card fields of the sandbox: the part of Stripe.js that the payment page uses, on plain inputs.
// Test cards only. Numbers go only to the stand-in on this machine.
(() => {
  const api = new URL(document.currentScript.src).origin;
  const kinds = {
    cardNumber: {
      label: 'Card number',
      placeholder: '4242 4242 4242 4242',
      complete: (v) => v.replace(/\D/g, '').length >= 15,
      error: 'Your card number is incomplete.',
      autocomplete: 'cc-number',
    },
    cardExpiry: {
      label: 'Expiry date',
      placeholder: 'MM / YY',
      complete: future,
      error: 'Your card’s expiration date is incomplete or in the past.',
      autocomplete: 'cc-exp',
    },
    cardCvc: {
      label: 'CVC',
      placeholder: 'CVC',
      complete: (v) => /^\d{3,4}$/.test(v.trim()),
      error: 'Your card’s security code is incomplete.',
      autocomplete: 'cc-csc',
    },
  };

  function future(value) {
    const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(value) ?? [];
    if (!month || Number(month) < 1 || Number(month) > 12) return false;
    return new Date(2000 + Number(year), Number(month), 1) > new Date();
  }

  function field(type, options) {
    const kind = kinds[type];
    const input = document.createElement('input');
    input.placeholder = kind.placeholder;
    input.setAttribute('aria-label', kind.label);
    input.autocomplete = kind.autocomplete;
    input.inputMode = 'numeric';
    const base = options?.style?.base ?? {};
    Object.assign(input.style, {
      width: '100%',
      border: '0',
      outline: '0',
      background: 'transparent',
      padding: '0',
      color: base.color ?? 'inherit',
      font: 'inherit',
      fontSize: base.fontSize ?? '16px',
    });
    const heard = [];
    const changed = (error) => {
      const { value } = input;
      const state = { elementType: type, empty: !value, complete: kind.complete(value), error };
      for (const hear of heard) hear(state);
    };
    input.addEventListener('input', () => {
      if (type === 'cardNumber')
        input.value = input.value
          .replace(/\D/g, '')
          .slice(0, 16)
          .replace(/(\d{4})(?=\d)/g, '$1 ');
      changed();
    });
    input.addEventListener('blur', () => {
      if (input.value && !kind.complete(input.value))
        changed({ type: 'validation_error', message: kind.error });
    });
    return {
      mount: (target) => target.replaceChildren(input),
      on: (name, hear) => name === 'change' && heard.push(hear),
      update(changes) {
        if (changes.style?.base?.color) input.style.color = changes.style.base.color;
      },
      destroy: () => input.remove(),
      validation: () => (kind.complete(input.value) ? null : kind.error),
      value: () => input.value,
    };
  }

  async function post(path, fields) {
    const response = await fetch(api + path, { method: 'POST', body: new URLSearchParams(fields) });
    return response.json();
  }

  /** The bank's page as a real dialog, so that it works with keyboard and screen readers. */
  function askBank() {
    return new Promise((answer) => {
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', '3-D Secure test page');
      const text = document.createElement('p');
      text.textContent = '3-D Secure test page. A real bank would ask here whether it is you.';
      const choose = (label, accepted) => {
        const button = document.createElement('button');
        button.textContent = label;
        button.style.cssText =
          'margin-right:.75rem;padding:.5rem .9rem;border:1px solid currentColor;border-radius:.4rem';
        button.addEventListener('click', () => {
          dialog.close();
          dialog.remove();
          answer(accepted);
        });
        return button;
      };
      dialog.append(text, choose('Complete authentication', true), choose('Fail authentication', false));
      dialog.style.cssText = 'margin:auto;padding:1.5rem;max-width:26rem;border-radius:.6rem';
      dialog.addEventListener('cancel', () => answer(false));
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  window.Stripe = () => {
    const made = {};
    return {
      elements: () => ({
        create: (type, options) => (made[type] = field(type, options)),
        getElement: (type) => made[type] ?? null,
      }),
      async confirmCardPayment(secret) {
        for (const element of Object.values(made)) {
          const message = element.validation();
          if (message) return { error: { type: 'validation_error', code: 'incomplete', message } };
        }
        const id = secret.split('_secret_')[0];
        const confirmed = await post(`/v1/payment_intents/${id}/confirm`, {
          client_secret: secret,
          'payment_method_data[card][number]': made.cardNumber.value(),
        });
        if (confirmed.error) return { error: confirmed.error };
        if (confirmed.status !== 'requires_action') return { paymentIntent: confirmed };
        const accepted = await askBank();
        const authenticated = await post(`/v1/payment_intents/${id}/authenticate`, {
          client_secret: secret,
          result: accepted ? 'accept' : 'refuse',
        });
        return authenticated.error ? { error: authenticated.error } : { paymentIntent: authenticated };
      },
    };
  };
})();
