import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { HostBridge } from '../shared/contract.ts';

const bridge: HostBridge = {
  call: (name, params) => ipcRenderer.invoke('call', name, params),
  on: (name, listener) => {
    const handler = (_event: IpcRendererEvent, payload: Parameters<typeof listener>[0]) => listener(payload);
    ipcRenderer.on(name, handler);
    return () => ipcRenderer.off(name, handler);
  },
};

contextBridge.exposeInMainWorld('forkscope', bridge);
