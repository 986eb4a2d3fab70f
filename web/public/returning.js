// Before the first paint: a session sees the loading view at once.
const { classList } = document.documentElement;
classList.add('scripted');
// An early Enter counts: web/held-submit.ts.
window.heldSubmit = null;
addEventListener('keydown', ({ key, target }) => {
  if (key === 'Enter' && window.heldSubmit !== undefined) window.heldSubmit = target.form;
});
try {
  // On its way with the scripts: web/api/call.ts and web/api/check take it over.
  const [, page, id] = location.pathname.split('/');
  const headers = {};
  const addresses = [];
  let token = localStorage.getItem('authToken');
  if (token) classList.add('returning');
  if (page === 'shared') {
    token = undefined;
    addresses.push(`/api/v1/shared/${id}`);
  } else if (token) {
    headers.authorization = `${localStorage.getItem('tokenType')} ${token}`;
    addresses.push('/api/v1/users/me');
    if (page !== 'reports') {
      // Nothing else is sure to be needed.
    } else if (id) {
      addresses.push(`/api/v1/reports/${id}?supplier_links=without`);
    } else if (!location.search) addresses.push('/api/v1/users/get_reports?limit=60', '/api/v1/users/quota');
  }
  window.askedAhead = new Map(
    addresses.map((address) => {
      const answer = fetch(address, { headers });
      // A fault is heard where it is taken over.
      answer.catch(() => {});
      return [address, { token, answer }];
    }),
  );
  const { checks } = document.currentScript.dataset;
  if (checks && (token || page === 'shared')) {
    window.startedAhead = new Worker(checks, { type: 'module' });
    window.startedAhead.onerror = () => {
      window.startedAhead = null;
    };
  }
} catch {
  // No storage, no session.
}
