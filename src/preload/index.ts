import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { WindowBridge } from '../shared/contract.ts';

const bridge: WindowBridge = {
  call: (name, params) => ipcRenderer.invoke('call', name, params),
  on: (name, listener) => {
    const handler = (_event: IpcRendererEvent, payload: Parameters<typeof listener>[0]) => listener(payload);
    ipcRenderer.on(name, handler);
    return () => ipcRenderer.off(name, handler);
  },
  pathOfFile: (file) => webUtils.getPathForFile(file as File),
};

contextBridge.exposeInMainWorld('forkscope', bridge);
