import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';

/** What every page needs of Vite: React's components and the classes of the theme. */
export const pagePlugins = () => [react(), tailwindcss()];
