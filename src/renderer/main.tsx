import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { connectStores } from './stores/connect.ts';

connectStores();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
