// For a page that is served: keeps it, so that it opens without a network. With one, the newest page
// is shown.
const kept = "warodds";
const own = ["warodds.html", "warodds.webmanifest"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(own)));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !own.some((name) => new URL(event.request.url).pathname.endsWith("/" + name))) return;
  event.respondWith(
    fetch(event.request)
      .then(async (answer) => {
        if (answer.ok) await (await caches.open(kept)).put(event.request, answer.clone());
        return answer;
      })
      .catch(() => caches.match(event.request, { ignoreSearch: true })),
  );
});
