// One plain window for a bench page: no preload, no menu, nothing throttled while it is not in front.
const { app, BrowserWindow } = require('electron');

app.commandLine.appendSwitch('disable-renderer-backgrounding');
app.commandLine.appendSwitch('disable-background-timer-throttling');
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    useContentSize: true,
    webPreferences: { backgroundThrottling: false },
  });
  void window.loadURL('about:blank');
});
