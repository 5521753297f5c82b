export default function Layout({ children }) {
  return (
    <html lang="pt-BR" data-theme="knn-light" data-brand="knn">
      <head>
        <link rel="preload" href="/font.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" type="image/png" sizes="48x48" href="/icon.png" />
        <link rel="apple-touch-icon" sizes="180x180" href="/icon.png" />
        <link rel="stylesheet" href="/portal.css" />
      </head>
      <body data-user-id="1" data-pwa-installed="false" data-tour="dashboard">
        {children}
      </body>
    </html>
  );
}
