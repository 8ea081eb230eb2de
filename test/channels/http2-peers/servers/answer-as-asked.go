// A server of Go's net/http that answers as origin.ts does. It prints the path of each request that it answers.
//
// usage: answer-as-asked ADDRESS CERTIFICATE KEY
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789"

var printing sync.Mutex

func answer(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return
	}
	if delay, err := strconv.Atoi(request.Header.Get("X-Delay-Ms")); err == nil {
		time.Sleep(time.Duration(delay) * time.Millisecond)
	}
	printing.Lock()
	fmt.Println(request.URL.Path)
	printing.Unlock()
	for name, values := range request.Header {
		if strings.HasPrefix(name, "X-") {
			response.Header()["R-"+name] = values
		}
	}
	if bytes, err := strconv.Atoi(request.Header.Get("X-Answer-Bytes")); err == nil {
		body = []byte(strings.Repeat(alphabet, bytes/36+1)[:bytes])
	}
	status, err := strconv.Atoi(request.Header.Get("X-Status"))
	if err != nil {
		status = 200
	}
	response.WriteHeader(status)
	response.Write(body)
}

func main() {
	server := &http.Server{Addr: os.Args[1], Handler: http.HandlerFunc(answer)}
	over := make(chan struct{})
	go func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, syscall.SIGTERM)
		<-signals
		limited, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		server.Shutdown(limited)
		close(over)
	}()
	if err := server.ListenAndServeTLS(os.Args[2], os.Args[3]); err != http.ErrServerClosed {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	<-over
}
