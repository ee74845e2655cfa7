// Polls the list; an unchanged one costs a few bytes (ETag).
const list = document.getElementById('list');
const news = document.getElementById('news');
const selected = list.dataset.selected ?? '';
const away = 'Litwatch does not answer. New mail appears when it is running again.';
let shown = list.innerHTML;

async function refresh() {
  try {
    const response = await fetch(`/mailbox/list?selected=${encodeURIComponent(selected)}`);
    const html = response.ok ? await response.text() : shown;
    if (html !== shown) show(html);
    if (news.textContent === away) news.textContent = '';
  } catch {
    // The server is restarting; keep polling.
    news.textContent = away;
  }
  setTimeout(refresh, document.hidden ? 10_000 : 1_500);
}

function show(html) {
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  const before = list.querySelectorAll('li').length;
  list.innerHTML = html;
  shown = html;
  const items = list.querySelectorAll('li');
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  if (items.length > before) news.textContent = `New mail: ${items[0].querySelector('.subject').textContent}`;
}

setTimeout(refresh, 1_500);
