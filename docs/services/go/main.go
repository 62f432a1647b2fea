// A list of tasks behind a login, in Go with Huma. The guide for Go verifies it.
package main

import (
	"context"
	"crypto/rand"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

type NewTask struct {
	Title string `json:"title" minLength:"1" maxLength:"80"`
	Done  bool   `json:"done"`
}

type Task struct {
	ID int64 `json:"id"`
	NewTask
}

type body[T any] struct{ Body T }

type named struct {
	ID int64 `path:"id" minimum:"1"`
}

type credentials struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

type token struct {
	Token string `json:"token"`
}

var (
	mutex  sync.Mutex
	tasks  = map[int64]Task{}
	last   int64
	tokens = map[string]bool{}
)

func signIn(_ context.Context, in *body[credentials]) (*body[token], error) {
	if in.Body != (credentials{"ada", "lovelace"}) {
		return nil, huma.Error400BadRequest("The name or the password is wrong.")
	}
	fresh := rand.Text()
	mutex.Lock()
	defer mutex.Unlock()
	tokens[fresh] = true
	return &body[token]{token{fresh}}, nil
}

func list(context.Context, *struct{}) (*body[[]Task], error) {
	mutex.Lock()
	defer mutex.Unlock()
	all := []Task{}
	for _, task := range tasks {
		all = append(all, task)
	}
	return &body[[]Task]{all}, nil
}

func add(_ context.Context, in *body[NewTask]) (*body[Task], error) {
	mutex.Lock()
	defer mutex.Unlock()
	last++
	tasks[last] = Task{last, in.Body}
	return &body[Task]{tasks[last]}, nil
}

func read(_ context.Context, in *named) (*body[Task], error) {
	mutex.Lock()
	defer mutex.Unlock()
	task, found := tasks[in.ID]
	if !found {
		return nil, huma.Error404NotFound("There is no such task.")
	}
	return &body[Task]{task}, nil
}

func replace(_ context.Context, in *struct {
	ID   int64 `path:"id" minimum:"1"`
	Body NewTask
}) (*body[Task], error) {
	mutex.Lock()
	defer mutex.Unlock()
	if _, found := tasks[in.ID]; !found {
		return nil, huma.Error404NotFound("There is no such task.")
	}
	tasks[in.ID] = Task{in.ID, in.Body}
	return &body[Task]{tasks[in.ID]}, nil
}

func remove(_ context.Context, in *named) (*struct{}, error) {
	mutex.Lock()
	defer mutex.Unlock()
	if _, found := tasks[in.ID]; !found {
		return nil, huma.Error404NotFound("There is no such task.")
	}
	delete(tasks, in.ID)
	return nil, nil
}

func main() {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Tasks", "1.0.0")
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"login": {Type: "http", Scheme: "bearer"}}
	api := humago.New(mux, config)
	api.UseMiddleware(func(request huma.Context, next func(huma.Context)) {
		scheme, sent, _ := strings.Cut(request.Header("Authorization"), " ")
		mutex.Lock()
		known := strings.EqualFold(scheme, "bearer") && tokens[sent]
		mutex.Unlock()
		if len(request.Operation().Security) == 0 || known {
			next(request)
			return
		}
		request.SetHeader("WWW-Authenticate", "Bearer")
		huma.WriteErr(api, request, http.StatusUnauthorized, "Sign in first.")
	})
	protected := func(operation *huma.Operation) { operation.Security = []map[string][]string{{"login": {}}} }
	created := func(operation *huma.Operation) { operation.DefaultStatus = http.StatusCreated }
	huma.Post(api, "/login", signIn)
	huma.Get(api, "/tasks", list, protected)
	huma.Post(api, "/tasks", add, protected, created)
	huma.Get(api, "/tasks/{id}", read, protected)
	huma.Put(api, "/tasks/{id}", replace, protected)
	huma.Delete(api, "/tasks/{id}", remove, protected)
	port := os.Getenv("PORT")
	if port == "" {
		port = "8888"
	}
	if err := http.ListenAndServe("127.0.0.1:"+port, mux); err != nil {
		panic(err)
	}
}
