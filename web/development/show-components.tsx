import { createRoot } from 'react-dom/client';
import { ComponentsPage } from './components-page.tsx';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<ComponentsPage />);
