import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Real processes, sockets and clocks meet a busy machine now and then: there a test may show twice that it holds. */
const retry = process.env.CI ? 2 : 0;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/{core,shared,engine,main,cli,preload}/**/*.test.ts'],
          testTimeout: 30_000,
          retry,
        },
      },
      {
        plugins: [react()],
        test: { name: 'web', environment: 'happy-dom', include: ['src/renderer/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
