// Runs before the first paint: whoever has a session sees the loading view, never the page made for visitors.
document.documentElement.classList.add('scripted');
try {
  if (localStorage.getItem('authToken')) document.documentElement.classList.add('returning');
} catch {
  // No storage, no session.
}
