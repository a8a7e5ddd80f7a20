// Runs before the first paint, so that a stored light scheme or density does not flash. A file of its own because
// the content security policy allows no inline script.
(function applyStoredAppearance() {
  var root = document.documentElement;
  try {
    var scheme = localStorage.getItem('margay.colorScheme') || 'dark';
    if (scheme === 'auto') scheme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
    root.setAttribute('data-mantine-color-scheme', scheme === 'light' ? 'light' : 'dark');
    root.setAttribute('data-density', localStorage.getItem('margay.density') || 'default');
  } catch (error) {
    // Storage can be blocked; the document then keeps the dark scheme it was served with.
    console.info('Appearance settings are not readable', error);
  }
})();
