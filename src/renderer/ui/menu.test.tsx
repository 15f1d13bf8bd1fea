import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Menu } from './menu.tsx';

afterEach(cleanup);

const open = () => {
  const calls: string[] = [];
  const onClose = vi.fn();
  const item = (name: string) => ({ name, run: () => calls.push(name) });
  render(
    <Menu
      label="Branch"
      at={{ x: 10, y: 10 }}
      groups={[[item('Rename'), item('Copy id')], [], [{ ...item('Pin'), checked: true }, item('Abort')]]}
      onClose={onClose}
    />,
  );
  return { calls, onClose };
};
const focused = () => document.activeElement?.querySelector('.menu__name')?.textContent;
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

describe('a menu', () => {
  it('is walked with arrows, around its ends, and by letters', () => {
    open();
    expect(focused()).toBe('Rename');
    press('ArrowUp');
    expect(focused()).toBe('Abort');
    press('ArrowDown');
    expect(focused()).toBe('Rename');
    press('p');
    expect(focused()).toBe('Pin');
    press('Home');
    expect(focused()).toBe('Rename');
  });

  it('closes before it does what was chosen', () => {
    const { calls, onClose } = open();
    act(() => screen.getByRole('menuitem', { name: /Copy id/ }).click());
    expect(onClose).toHaveBeenCalledOnce();
    expect(calls).toEqual(['Copy id']);
  });

  it('closes with Escape and a press elsewhere, and keeps its keys from what is behind', () => {
    const { onClose } = open();
    const behind = vi.fn();
    window.addEventListener('keydown', behind);
    press('x');
    press('Escape');
    window.removeEventListener('keydown', behind);
    expect(behind).not.toHaveBeenCalled();
    fireEvent.pointerDown(document.body);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('says what is on', () => {
    open();
    expect(screen.getByRole('menuitemcheckbox', { name: /Pin/ }).getAttribute('aria-checked')).toBe('true');
  });
});
